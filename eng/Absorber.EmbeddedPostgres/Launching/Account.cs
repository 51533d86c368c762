using System.Globalization;

namespace Absorber.EmbeddedPostgres.Launching;

/// <summary>An ordinary user of this system.</summary>
internal sealed record Account(string Name, int User, int Group)
{
    private static readonly string[] Preferred = ["postgres", "nobody", "daemon"];

    /// <summary>A user to run the server as. It must be one that the system knows by name: initdb asks for that.</summary>
    public static Account FindUnprivileged()
    {
        var accounts = File.ReadLines("/etc/passwd")
            .Select(line => line.Split(':'))
            .Where(fields => fields.Length >= 4)
            .Select(fields => new Account(fields[0], Number(fields[2]), Number(fields[3])))
            .Where(account => account.User > 0)
            .ToList();

        return Preferred
            .Select(name => accounts.Find(account => account.Name == name))
            .FirstOrDefault(account => account is not null)
            ?? accounts.FirstOrDefault()
            ?? throw new EmbeddedServerException("PostgreSQL refuses to run as root and /etc/passwd lists no other user: run this as an ordinary user.");
    }

    private static int Number(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
