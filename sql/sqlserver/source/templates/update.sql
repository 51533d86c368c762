UPDATE t
            SET {{each others|% = s.%|,
                }}
            FROM {{target}} AS t WITH (UPDLOCK, HOLDLOCK)
            INNER JOIN {{source}} AS s
            ON {{each keys|t.% = s.%| AND }}
            OPTION (MAXDOP {{maxdop}});
            SET @updated = ROWCOUNT_BIG();

            {{identity_on}}INSERT INTO {{target}} ({{each columns|%|, }})
            SELECT {{each columns|s.%|, }}
            FROM {{source}} AS s
            WHERE NOT EXISTS (
                SELECT 1
                FROM {{target}} AS t WITH (UPDLOCK, HOLDLOCK)
                WHERE {{each keys|t.% = s.%| AND }})
            OPTION (MAXDOP {{maxdop}});
            SET @inserted = ROWCOUNT_BIG();{{identity_off}}
