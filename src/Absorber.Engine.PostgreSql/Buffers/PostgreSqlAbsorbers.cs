using Absorber.Contracts;
using Absorber.Engine.Absorbers;
using Absorber.Engine.Errors;
using Absorber.Engine.PostgreSql.Errors;
using Npgsql;

namespace Absorber.Engine.PostgreSql.Buffers;

internal sealed class PostgreSqlAbsorbers(Databases databases) : IAbsorbers
{
    public Task<IReadOnlyList<AbsorberInfo>> ReadAsync(string database, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<IReadOnlyList<AbsorberInfo>>(async () =>
        {
            await using var connection = await databases.OpenAsync(database, cancellation);
            if (!await Framework.IsInstalledAsync(connection, cancellation))
                return [];
            return await AbsorberRow.ReadAsync(connection, database, id: null, cancellation);
        });

    public Task<string> ScriptCreateAsync(AbsorberSpec spec, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            OtherEnginesSettings.Refuse(spec.Settings);
            await using var connection = await databases.OpenAsync(spec.Database, cancellation);
            await using var transaction = await connection.BeginTransactionAsync(cancellation);
            var script = await ScriptAsync(connection, spec, cancellation);
            await transaction.RollbackAsync(cancellation);
            return script.Text;
        });

    public Task<AbsorberInfo> CreateAsync(AbsorberSpec spec, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            OtherEnginesSettings.Refuse(spec.Settings);
            await using var connection = await databases.OpenAsync(spec.Database, cancellation);
            await using var transaction = await connection.BeginTransactionAsync(cancellation);
            var script = await ScriptAsync(connection, spec, cancellation);
            await ExecuteAsync(connection, script.ToRun, cancellation);
            await using var find = new NpgsqlCommand("SELECT absorber.id_of($1, $2)", connection);
            find.Parameters.Add(new() { Value = spec.Target.Schema });
            find.Parameters.Add(new() { Value = spec.Target.Name });
            var id = (int)(await find.ExecuteScalarAsync(cancellation))!;
            var created = await AbsorberRow.ReadAsync(connection, spec.Database, id, cancellation);
            await transaction.CommitAsync(cancellation);
            return created[0];
        });

    public Task<AbsorberInfo> ChangeAsync(AbsorberName name, AbsorberSettings settings, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            OtherEnginesSettings.Refuse(settings);
            await using var connection = await databases.OpenAsync(name.Database, cancellation);
            var id = await FindAsync(connection, name, cancellation);
            await using var command = new NpgsqlCommand("SELECT absorber.change($1, $2, $3, $4, $5)", connection);
            command.Parameters.Add(new() { Value = id });
            AbsorberRow.AddSettings(command, settings);
            await command.ExecuteNonQueryAsync(cancellation);
            return (await AbsorberRow.ReadAsync(connection, name.Database, id, cancellation))[0];
        });

    public Task SetEnabledAsync(AbsorberName name, bool enabled, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            await using var connection = await databases.OpenAsync(name.Database, cancellation);
            var id = await FindAsync(connection, name, cancellation);
            await using var command = new NpgsqlCommand("UPDATE absorber.absorber SET enabled = $2 WHERE id = $1 AND enabled <> $2", connection);
            command.Parameters.Add(new() { Value = id });
            command.Parameters.Add(new() { Value = enabled });
            await command.ExecuteNonQueryAsync(cancellation);
        });

    public Task DropAsync(AbsorberName name, bool discardRows, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync(async () =>
        {
            await using var connection = await databases.OpenAsync(name.Database, cancellation);
            var id = await FindAsync(connection, name, cancellation);
            await using var command = new NpgsqlCommand("SELECT absorber.drop_by_id($1, $2)", connection);
            command.Parameters.Add(new() { Value = id });
            command.Parameters.Add(new() { Value = discardRows });
            await command.ExecuteNonQueryAsync(cancellation);
        });

    public Task<IReadOnlyDictionary<AbsorberName, Watermarks>> ReadWatermarksAsync(string database, CancellationToken cancellation) =>
        ErrorTranslator.RunAsync<IReadOnlyDictionary<AbsorberName, Watermarks>>(async () =>
        {
            await using var connection = await databases.OpenAsync(database, cancellation);
            try
            {
                return await ReadWatermarksAsync(connection, database, cancellation);
            }
            catch (PostgresException e) when (Framework.IsMissing(e))
            {
                return new Dictionary<AbsorberName, Watermarks>();
            }
        });

    /// <summary>The number of an absorber.</summary>
    /// <exception cref="EngineException">There is none for this target.</exception>
    public static async Task<int> FindAsync(NpgsqlConnection connection, AbsorberName name, CancellationToken cancellation)
    {
        if (!await Framework.IsInstalledAsync(connection, cancellation))
            throw new EngineException(EngineErrorKind.BadRequest, $"{name} has no absorber: database {name.Database} has no absorber at all. Create one first.");
        await using var command = new NpgsqlCommand("SELECT absorber.id_of($1, $2)", connection);
        command.Parameters.Add(new() { Value = name.Schema });
        command.Parameters.Add(new() { Value = name.Table });
        return (int)(await command.ExecuteScalarAsync(cancellation))!;
    }

    private static async Task<Dictionary<AbsorberName, Watermarks>> ReadWatermarksAsync(
        NpgsqlConnection connection, string database, CancellationToken cancellation)
    {
        var all = new Dictionary<AbsorberName, Watermarks>();
        await using var command = new NpgsqlCommand("SELECT w.target_schema, w.target_name, w.issued, w.absorbed FROM absorber.watermarks() w", connection);
        await using var reader = await command.ExecuteReaderAsync(cancellation);
        while (await reader.ReadAsync(cancellation))
            all[new AbsorberName(database, reader.GetString(0), reader.GetString(1))] = new Watermarks(reader.GetInt64(2), reader.GetInt64(3));
        return all;
    }

    /// <summary>The script, and the part of it that is still to be run in this transaction: the framework is installed already.</summary>
    private static async Task<(string Text, string ToRun)> ScriptAsync(NpgsqlConnection connection, AbsorberSpec spec, CancellationToken cancellation)
    {
        // Creations take turns, the framework's installation included.
        await ExecuteAsync(connection, "SELECT pg_advisory_xact_lock(1633842018, 0)", cancellation);
        var install = "";
        if (!await Framework.IsInstalledAsync(connection, cancellation))
        {
            install = Framework.InstallScript;
            await ExecuteAsync(connection, install, cancellation);
        }

        await using var command = new NpgsqlCommand(
            """
            SELECT absorber.script(c.oid, $1, $2, $3, $4)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $5 AND c.relname = $6
            """,
            connection);
        AbsorberRow.AddSettings(command, spec.Settings);
        command.Parameters.Add(new() { Value = spec.Target.Schema });
        command.Parameters.Add(new() { Value = spec.Target.Name });
        var absorber = await command.ExecuteScalarAsync(cancellation) as string
            ?? throw new EngineException(
                EngineErrorKind.BadRequest,
                $"There is no table {spec.Target} in database {spec.Database}. Names are as the server stores them: unquoted, with their capitals.");
        return (install + absorber, absorber);
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellation);
    }
}
