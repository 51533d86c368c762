using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Catalog;
using Absorber.Engine.Errors;
using Microsoft.Data.SqlClient;

namespace Absorber.Engine.SqlServer.Buffers;

internal sealed class SqlServerAbsorbers(Databases databases) : IAbsorbers
{
    private const string WatermarksSql = """
        IF OBJECT_ID(N'ShockAbsorber.Watermarks') IS NOT NULL
            SELECT w.Target_schema, w.Target_name, w.Issued, w.Absorbed FROM ShockAbsorber.Watermarks w;
        """;

    public Task<IReadOnlyList<AbsorberInfo>> ReadAsync(string database, CancellationToken cancellation) =>
        databases.UseAsync<IReadOnlyList<AbsorberInfo>>(database, async connection =>
            [.. (await AbsorberRow.ReadAsync(connection, target: null, cancellation)).Select(row => row.ToInfo(database))], cancellation);

    public Task<string> ScriptCreateAsync(AbsorberSpec spec, CancellationToken cancellation) =>
        databases.UseAsync(spec.Database, async connection =>
        {
            SettingsCheck.Check(spec.Settings);
            if (!await Framework.IsInstalledAsync(connection, cancellation))
                return ScriptBatches.Join([Framework.InstallScript, CreateAbsorber.Script(spec)]);
            await using var create = CreateAbsorber.Call(connection, spec, printOnly: true);
            return ScriptBatches.Join(await CreateAbsorber.ReadStatementsAsync(create, cancellation));
        }, cancellation);

    public Task<AbsorberInfo> CreateAsync(AbsorberSpec spec, CancellationToken cancellation) =>
        databases.UseAsync(spec.Database, async connection =>
        {
            SettingsCheck.Check(spec.Settings);
            await Framework.InstallAsync(connection, cancellation);

            // Memory-optimized tables cannot be made inside a transaction; what fails half-way the framework removes itself.
            await using var create = CreateAbsorber.Call(connection, spec, printOnly: false);
            var id = await CreateAbsorber.ReadIdAsync(create, cancellation);
            var rows = await AbsorberRow.ReadAsync(connection, target: null, cancellation);
            return rows.Single(row => row.Id == id).ToInfo(spec.Database);
        }, cancellation);

    public Task<AbsorberInfo> ChangeAsync(AbsorberName name, AbsorberSettings settings, CancellationToken cancellation) =>
        databases.UseAsync(name.Database, async connection =>
        {
            var row = await FindAsync(connection, name, cancellation);
            SettingsCheck.Check(settings with { Buffer = settings.Buffer ?? row.Settings.Buffer });
            await using var change = ChangeAbsorber.Call(connection, row, settings);
            await change.ExecuteNonQueryAsync(cancellation);
            return (await FindAsync(connection, name, cancellation)).ToInfo(name.Database);
        }, cancellation);

    public Task SetEnabledAsync(AbsorberName name, bool enabled, CancellationToken cancellation) =>
        databases.UseAsync(name.Database, async connection =>
        {
            var row = await FindAsync(connection, name, cancellation);
            await using var enable = Framework.Call(connection, "Enable", SqlParameters.Object(row.Target), SqlParameters.Bit("@Enabled", enabled));
            return await enable.ExecuteNonQueryAsync(cancellation);
        }, cancellation);

    public Task DropAsync(AbsorberName name, bool discardRows, CancellationToken cancellation) =>
        databases.UseAsync(name.Database, async connection =>
        {
            var row = await FindAsync(connection, name, cancellation);
            await using var drop = Framework.Call(connection, "Drop", SqlParameters.Object(row.Target), SqlParameters.Bit("@Discard_rows", discardRows));
            return await drop.ExecuteNonQueryAsync(cancellation);
        }, cancellation);

    public Task<IReadOnlyDictionary<AbsorberName, Watermarks>> ReadWatermarksAsync(string database, CancellationToken cancellation) =>
        databases.UseAsync<IReadOnlyDictionary<AbsorberName, Watermarks>>(database, async connection =>
        {
            var all = new Dictionary<AbsorberName, Watermarks>();
            await using var command = new SqlCommand(WatermarksSql, connection);
            await using var reader = await command.ExecuteReaderAsync(cancellation);
            while (await reader.ReadAsync(cancellation))
                all[new AbsorberName(database, reader.GetString(0), reader.GetString(1))] = new Watermarks(reader.GetInt64(2), reader.GetInt64(3));
            return all;
        }, cancellation);

    /// <summary>The absorber of a target.</summary>
    /// <exception cref="EngineException">There is none.</exception>
    public static async Task<AbsorberRow> FindAsync(SqlConnection connection, AbsorberName name, CancellationToken cancellation)
    {
        var rows = await AbsorberRow.ReadAsync(connection, new TableName(name.Schema, name.Table), cancellation);
        if (rows.Count > 0)
            return rows[0];
        var isAny = await Framework.IsInstalledAsync(connection, cancellation);
        throw new EngineException(
            EngineErrorKind.BadRequest,
            isAny
                ? $"{name} has no absorber in database {name.Database}. Create one first."
                : $"{name} has no absorber: database {name.Database} has no absorber at all. Create one first.");
    }
}
