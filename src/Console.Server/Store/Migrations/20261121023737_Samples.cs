using Microsoft.EntityFrameworkCore.Migrations;

#nullable disable

namespace Absorber.ConsoleServer.Store.Migrations
{
    /// <inheritdoc />
    public partial class Samples : Migration
    {
        /// <inheritdoc />
        protected override void Up(MigrationBuilder migrationBuilder)
        {
            // Not an entity: samples come in by COPY, leave by whole partitions, and nothing but this index is worth its cost per row.
            migrationBuilder.Sql("""
                CREATE TABLE console.samples (
                    at                 timestamptz      NOT NULL,
                    batch              bigint           NOT NULL,
                    picked             bigint           NOT NULL,
                    merged             bigint           NOT NULL,
                    purged             bigint           NOT NULL,
                    pick_us            bigint           NOT NULL,
                    merge_us           bigint           NOT NULL,
                    purge_us           bigint           NOT NULL,
                    issued             bigint           NOT NULL,
                    absorbed           bigint           NOT NULL,
                    depth              bigint           NOT NULL,
                    lag_seconds        double precision NOT NULL,
                    absorber_id        integer          NOT NULL,
                    kind               smallint         NOT NULL,
                    lag_is_lower_bound boolean          NOT NULL,
                    error              text
                ) PARTITION BY RANGE (at);

                CREATE INDEX ix_samples_absorber_id_at ON console.samples (absorber_id, at);
                CREATE INDEX ix_samples_errors ON console.samples (absorber_id, at) WHERE kind = 2;
                """);
        }

        /// <inheritdoc />
        protected override void Down(MigrationBuilder migrationBuilder)
        {
            migrationBuilder.Sql("DROP TABLE console.samples");
        }
    }
}
