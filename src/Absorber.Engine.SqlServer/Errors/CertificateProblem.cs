using System.Security.Authentication;

namespace Absorber.Engine.SqlServer.Errors;

/// <summary>Tells what to do when the server cannot prove who it is, or cannot encrypt.</summary>
internal static class CertificateProblem
{
    // Windows' own codes: SEC_E_UNTRUSTED_ROOT, SEC_E_WRONG_PRINCIPAL, SEC_E_CERT_EXPIRED, SEC_E_CERT_UNKNOWN.
    private static readonly int[] WindowsCodes = [-2146893019, -2146893022, -2146893016, -2146893017];

    /// <summary>What the certificate's check said; null where the failure was another.</summary>
    public static string? Find(Exception failure, int number)
    {
        for (var cause = failure; cause is not null; cause = cause.InnerException)
        {
            if (cause is AuthenticationException)
                return cause.Message;
        }

        return Array.IndexOf(WindowsCodes, number) >= 0 ? failure.Message : null;
    }

    /// <summary>Words for an operator.</summary>
    /// <param name="why">What the check said.</param>
    public static string Describe(string why) =>
        $"The connection is encrypted, and the server's certificate is not one that this machine trusts: {why.TrimEnd('.')}. "
        + "Install a certificate on the server that was issued for its name by an authority that this machine trusts, or add the authority "
        + "that issued it to those that this machine trusts (Debian: copy it to /usr/local/share/ca-certificates as .crt and run update-ca-certificates). "
        + "Where the certificate is right and only named otherwise, say HostNameInCertificate=...; to trust one certificate only, ServerCertificate=path. "
        + "The last resort is TrustServerCertificate=true: then anyone on the way could pass for the server.";

    /// <summary>Whether the server offers no encryption although the connection string asks for it.</summary>
    public static bool IsUnencrypted(int number, string message) =>
        number == 20 || message.Contains("does not support encryption", StringComparison.OrdinalIgnoreCase);

    /// <summary>Words for an operator.</summary>
    public const string Unencrypted =
        "The server offers no encryption, and the connection string asks for it, which is the default. Switch TLS on at the server; "
        + "where the network between is yours alone, say Encrypt=false in the connection string.";
}
