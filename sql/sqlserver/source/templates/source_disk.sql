(
                SELECT {{each columns|r.%|, }}
                FROM (
                    SELECT {{each columns|p.%|, }},
                        ROW_NUMBER() OVER (PARTITION BY {{each keys|p.%|, }} ORDER BY p.[##ShockAbsorberIdentity##] DESC) AS [##ShockAbsorberRank##]
                    FROM #absorber_batch AS p) AS r
                WHERE r.[##ShockAbsorberRank##] = 1)
