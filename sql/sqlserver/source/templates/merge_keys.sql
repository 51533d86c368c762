-- All columns belong to the key: a row is there or not, and there is nothing to update.
            {{identity_on}}MERGE INTO {{target}} WITH (HOLDLOCK) AS t
            USING {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            WHEN NOT MATCHED BY TARGET THEN INSERT ({{each columns|%|, }})
                VALUES ({{each columns|s.%|, }})
            OUTPUT $action INTO #absorber_action (Taken)
            OPTION (MAXDOP {{maxdop}});{{identity_off}}
            SELECT @inserted = COUNT(*) FROM #absorber_action AS a;
