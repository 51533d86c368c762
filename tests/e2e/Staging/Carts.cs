using System.Globalization;

namespace Absorber.EndToEndTests.Staging;

/// <summary>A target that nobody writes to but the test, so that its figures are known to the row.</summary>
internal static class Carts
{
    public const string Target = "shop.carts";

    public const string Table = """
        CREATE SCHEMA shop;
        CREATE TABLE shop.carts
        (
            cart_id integer PRIMARY KEY,
            items   integer NOT NULL,
            note    text
        );
        """;

    /// <summary>Inserts rows into the buffer as a producer does, keys counted from <paramref name="first"/>.</summary>
    public static async Task InsertAsync(Stage stage, int first, int count)
    {
        var buffer = await stage.Targets.QueryAsync<string>("SELECT buffer::text FROM absorber.absorber WHERE target = 'shop.carts'::regclass");
        await stage.Targets.ExecuteAsync(string.Create(
            CultureInfo.InvariantCulture,
            $"INSERT INTO {buffer} (cart_id, items, note) SELECT n, n % 7, 'cart ' || n FROM generate_series({first}, {first + count - 1}) n"));
    }

    public static Task<long> CountAsync(Stage stage) => stage.Targets.QueryAsync<long>("SELECT count(*) FROM shop.carts");

    /// <summary>Forgets what tests before have absorbed.</summary>
    public static Task ClearAsync(Stage stage) => stage.Targets.ExecuteAsync("TRUNCATE shop.carts");
}
