using System.Text;
using Npgsql;

namespace Absorber.Engine.PostgreSql.Buffers;

/// <summary>The framework's SQL, as it lies in <c>sql/postgresql</c>.</summary>
internal static class Framework
{
    /// <summary>Everything that <c>install.sql</c> does, its includes resolved.</summary>
    public static string InstallScript { get; } = ReadWithIncludes("install.sql");

    /// <summary>The query behind the view <c>absorber.relation</c>, for databases without the framework.</summary>
    public static string RelationQuery { get; } = CutQuery(Read("catalog.sql"));

    public static async Task<bool> IsInstalledAsync(NpgsqlConnection connection, CancellationToken cancellation)
    {
        await using var command = new NpgsqlCommand(
            """
            SELECT EXISTS (
                SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'absorber' AND c.relname = 'version')
            """,
            connection);
        return (bool)(await command.ExecuteScalarAsync(cancellation))!;
    }

    /// <summary>Whether a failure means that the framework is not in the database at all.</summary>
    public static bool IsMissing(PostgresException e) =>
        e.SqlState is PostgresErrorCodes.InvalidSchemaName or PostgresErrorCodes.UndefinedFunction or PostgresErrorCodes.UndefinedTable;

    private static string ReadWithIncludes(string file)
    {
        const string Include = @"\ir ";
        var text = new StringBuilder();
        foreach (var line in Read(file).Split('\n'))
        {
            if (line.StartsWith(Include, StringComparison.Ordinal))
                text.Append(Read(line[Include.Length..].Trim())).Append('\n');
            else
                text.Append(line).Append('\n');
        }

        return text.ToString();
    }

    private static string CutQuery(string view)
    {
        const string Head = " AS\n";
        return view[(view.IndexOf(Head, StringComparison.Ordinal) + Head.Length)..].TrimEnd().TrimEnd(';');
    }

    private static string Read(string file)
    {
        using var stream = typeof(Framework).Assembly.GetManifestResourceStream(file)
            ?? throw new InvalidOperationException($"The resource {file} is not embedded.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
