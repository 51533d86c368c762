{{identity_on}}MERGE INTO {{target}} WITH (HOLDLOCK) AS t
            USING {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            WHEN MATCHED THEN UPDATE SET
                {{each others|% = s.%|,
                }}
            WHEN NOT MATCHED BY TARGET THEN INSERT ({{each columns|%|, }})
                VALUES ({{each columns|s.%|, }})
            OUTPUT $action INTO #absorber_action (Taken)
            OPTION (MAXDOP {{maxdop}});{{identity_off}}
            SELECT @inserted = ISNULL(SUM(CASE a.Taken WHEN N'INSERT' THEN 1 ELSE 0 END), 0),
                @updated = ISNULL(SUM(CASE a.Taken WHEN N'UPDATE' THEN 1 ELSE 0 END), 0)
            FROM #absorber_action AS a;
