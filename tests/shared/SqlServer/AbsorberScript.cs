using System.Globalization;

namespace Absorber.Testing.SqlServer;

/// <summary>What a server can do, and what was asked of <c>ShockAbsorber.[Create]</c>.</summary>
public sealed record ScriptOptions(
    bool InMemory,
    bool Merge,
    bool Persisted = true,
    long? HashBuckets = null,
    int Maxdop = 0,
    long? IntervalRows = null,
    bool HasWaitfor = true,
    bool HasLockEscalation = true,
    string IndexOptions = " WITH (ALLOW_PAGE_LOCKS = OFF, OPTIMIZE_FOR_SEQUENTIAL_KEY = ON)")
{
    /// <summary>As on Babelfish.</summary>
    public static ScriptOptions Babelfish { get; } =
        new(InMemory: false, Merge: false, HasWaitfor: false, HasLockEscalation: false, IndexOptions: "");
}

/// <summary>The statements that <c>ShockAbsorber.Script</c> writes, made from the same templates by other code.</summary>
public static class AbsorberScript
{
    public static IReadOnlyList<string> Statements(TargetShape shape, ScriptOptions options)
    {
        var filler = Values(shape, options);
        var kind = options.InMemory ? "memory" : "disk";
        filler["source"] = filler.Fill(FrameworkScripts.Template($"source_{kind}"));
        filler["merge"] = filler.Fill(FrameworkScripts.Template((options.Merge ? "merge" : "update") + (shape.Others.Any() ? "" : "_keys")));

        string?[] names =
        [
            "register",
            $"buffer_{kind}",
            !options.InMemory && options.HasLockEscalation ? "lock_escalation" : null,
            options.InMemory ? "fn" : null,
            $"batch_{kind}",
            options.HasWaitfor ? "sync" : null,
            "enable",
        ];
        return [.. names.OfType<string>().Select(n => filler.Fill(FrameworkScripts.Template(n)))];
    }

    private static TemplateFiller Values(TargetShape shape, ScriptOptions options)
    {
        string Number(long n) => n.ToString(CultureInfo.InvariantCulture);
        var schema = TemplateFiller.Quote("ShockAbsorber");
        string InSchema(string name) => $"{schema}.{TemplateFiller.Quote(name)}";
        var target = $"{TemplateFiller.Quote(shape.Schema)}.{TemplateFiller.Quote(shape.Table)}";
        string Identity(string text) => shape.Columns.Any(c => c.Identity) ? text : "";

        var filler = new TemplateFiller
        {
            ["target"] = target,
            ["buffer"] = InSchema(shape.BufferName),
            ["fn"] = InSchema($"FN_{shape.BufferName}"),
            ["batch"] = InSchema($"BATCH_{shape.BufferName}"),
            ["sync"] = InSchema($"SYNC_{shape.BufferName}"),
            ["primary_key"] = TemplateFiller.Quote($"PK_{shape.BufferName}"),
            ["target_schema_literal"] = TemplateFiller.Literal(shape.Schema),
            ["target_name_literal"] = TemplateFiller.Literal(shape.Table),
            ["schema_literal"] = TemplateFiller.Literal("ShockAbsorber"),
            ["buffer_name_literal"] = TemplateFiller.Literal(shape.BufferName),
            ["buffer_literal"] = TemplateFiller.Literal(InSchema(shape.BufferName)),
            ["buffer_kind"] = options.InMemory ? "memory" : "disk",
            ["persisted"] = options.Persisted ? "1" : "0",
            ["durability"] = options.Persisted ? "SCHEMA_AND_DATA" : "SCHEMA_ONLY",
            ["interval_seconds"] = "1.00",
            ["interval_rows"] = options.IntervalRows is { } rows ? Number(rows) : "NULL",
            ["max_errors"] = "3",
            ["maxdop"] = Number(options.Maxdop),
            ["hash_buckets"] = options.HashBuckets is { } buckets ? Number(buckets) : "NULL",
            ["hash_index"] = options.HashBuckets is { } count
                ? $",\n    INDEX [##ShockAbsorberHash##] NONCLUSTERED HASH ([##ShockAbsorberIdentity##]) WITH (BUCKET_COUNT = {Number(count)})"
                : "",
            ["merge_form"] = options.Merge ? "merge" : "update",
            ["index_options"] = options.IndexOptions,
            ["identity_on"] = Identity($"SET IDENTITY_INSERT {target} ON;\n            "),
            ["identity_off"] = Identity($"\n            SET IDENTITY_INSERT {target} OFF;"),
            ["identity_off_in_catch"] = Identity($"\n        SET IDENTITY_INSERT {target} OFF;"),
        };
        filler.List("columns", shape.Columns.Select(c => c.Quoted));
        filler.List("keys", shape.Keys.Select(c => c.Quoted));
        filler.List("others", shape.Others.Select(c => c.Quoted));
        filler.List("definitions", shape.Columns.Select(c => $"{c.Quoted} {c.Definition}"));
        filler.List("types", shape.Columns.Select(c => $"{c.Quoted} {c.TypeText}"));
        return filler;
    }
}
