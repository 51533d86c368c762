using System;
using Microsoft.EntityFrameworkCore.Migrations;
using Npgsql.EntityFrameworkCore.PostgreSQL.Metadata;

#nullable disable

namespace Absorber.ConsoleServer.Store.Migrations
{
    /// <inheritdoc />
    public partial class Configuration : Migration
    {
        /// <inheritdoc />
        protected override void Up(MigrationBuilder migrationBuilder)
        {
            migrationBuilder.EnsureSchema(
                name: "console");

            migrationBuilder.CreateTable(
                name: "agents",
                schema: "console",
                columns: table => new
                {
                    id = table.Column<int>(type: "integer", nullable: false)
                        .Annotation("Npgsql:ValueGenerationStrategy", NpgsqlValueGenerationStrategy.IdentityByDefaultColumn),
                    name = table.Column<string>(type: "text", nullable: false),
                    server = table.Column<string>(type: "text", nullable: false),
                    engine = table.Column<string>(type: "text", nullable: false),
                    version = table.Column<string>(type: "text", nullable: false),
                    seen = table.Column<DateTimeOffset>(type: "timestamp with time zone", nullable: false),
                    dropped_samples = table.Column<long>(type: "bigint", nullable: false)
                },
                constraints: table =>
                {
                    table.PrimaryKey("pk_agents", x => x.id);
                });

            migrationBuilder.CreateTable(
                name: "absorbers",
                schema: "console",
                columns: table => new
                {
                    id = table.Column<int>(type: "integer", nullable: false)
                        .Annotation("Npgsql:ValueGenerationStrategy", NpgsqlValueGenerationStrategy.IdentityByDefaultColumn),
                    agent_id = table.Column<int>(type: "integer", nullable: false),
                    database = table.Column<string>(type: "text", nullable: false),
                    schema = table.Column<string>(type: "text", nullable: false),
                    table = table.Column<string>(type: "text", nullable: false),
                    state = table.Column<string>(type: "text", nullable: false),
                    reason = table.Column<string>(type: "text", nullable: true),
                    since = table.Column<DateTimeOffset>(type: "timestamp with time zone", nullable: false),
                    batch_size = table.Column<long>(type: "bigint", nullable: true),
                    interval = table.Column<TimeSpan>(type: "interval", nullable: false),
                    max_errors = table.Column<int>(type: "integer", nullable: false),
                    persisted = table.Column<bool>(type: "boolean", nullable: false),
                    buffer = table.Column<string>(type: "text", nullable: false),
                    removed = table.Column<DateTimeOffset>(type: "timestamp with time zone", nullable: true)
                },
                constraints: table =>
                {
                    table.PrimaryKey("pk_absorbers", x => x.id);
                    table.ForeignKey(
                        name: "fk_absorbers_agents_agent_id",
                        column: x => x.agent_id,
                        principalSchema: "console",
                        principalTable: "agents",
                        principalColumn: "id",
                        onDelete: ReferentialAction.Restrict);
                });

            migrationBuilder.CreateTable(
                name: "spool_positions",
                schema: "console",
                columns: table => new
                {
                    agent_id = table.Column<int>(type: "integer", nullable: false),
                    spool = table.Column<Guid>(type: "uuid", nullable: false),
                    sequence = table.Column<long>(type: "bigint", nullable: false),
                    stored_at = table.Column<DateTimeOffset>(type: "timestamp with time zone", nullable: false)
                },
                constraints: table =>
                {
                    table.PrimaryKey("pk_spool_positions", x => new { x.agent_id, x.spool });
                    table.ForeignKey(
                        name: "fk_spool_positions_agents_agent_id",
                        column: x => x.agent_id,
                        principalSchema: "console",
                        principalTable: "agents",
                        principalColumn: "id",
                        onDelete: ReferentialAction.Restrict);
                });

            migrationBuilder.CreateTable(
                name: "actions",
                schema: "console",
                columns: table => new
                {
                    id = table.Column<long>(type: "bigint", nullable: false)
                        .Annotation("Npgsql:ValueGenerationStrategy", NpgsqlValueGenerationStrategy.IdentityByDefaultColumn),
                    at = table.Column<DateTimeOffset>(type: "timestamp with time zone", nullable: false),
                    who = table.Column<string>(type: "text", nullable: false),
                    what = table.Column<string>(type: "text", nullable: false),
                    absorber_id = table.Column<int>(type: "integer", nullable: true),
                    before = table.Column<string>(type: "text", nullable: true),
                    after = table.Column<string>(type: "text", nullable: true),
                    succeeded = table.Column<bool>(type: "boolean", nullable: false),
                    outcome = table.Column<string>(type: "text", nullable: false)
                },
                constraints: table =>
                {
                    table.PrimaryKey("pk_actions", x => x.id);
                    table.ForeignKey(
                        name: "fk_actions_absorbers_absorber_id",
                        column: x => x.absorber_id,
                        principalSchema: "console",
                        principalTable: "absorbers",
                        principalColumn: "id",
                        onDelete: ReferentialAction.Restrict);
                });

            migrationBuilder.CreateIndex(
                name: "ix_absorbers_agent_id_database_schema_table",
                schema: "console",
                table: "absorbers",
                columns: new[] { "agent_id", "database", "schema", "table" },
                unique: true);

            migrationBuilder.CreateIndex(
                name: "ix_actions_absorber_id_at",
                schema: "console",
                table: "actions",
                columns: new[] { "absorber_id", "at" });

            migrationBuilder.CreateIndex(
                name: "ix_agents_name",
                schema: "console",
                table: "agents",
                column: "name",
                unique: true);
        }

        /// <inheritdoc />
        protected override void Down(MigrationBuilder migrationBuilder)
        {
            migrationBuilder.DropTable(
                name: "actions",
                schema: "console");

            migrationBuilder.DropTable(
                name: "spool_positions",
                schema: "console");

            migrationBuilder.DropTable(
                name: "absorbers",
                schema: "console");

            migrationBuilder.DropTable(
                name: "agents",
                schema: "console");
        }
    }
}
