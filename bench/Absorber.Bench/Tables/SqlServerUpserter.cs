using System.Data;
using Microsoft.Data.SqlClient;

namespace Absorber.Bench.Tables;

internal sealed class SqlServerUpserter : IUpserter
{
    private readonly SqlConnection _connection;
    private readonly SqlCommand _command;

    public SqlServerUpserter(SqlConnection connection)
    {
        _connection = connection;
        _command = new SqlCommand(
            """
            UPDATE bench.target SET d = @d, e = @e, n = @n WHERE a = @a AND b = @b;
            IF @@ROWCOUNT = 0 INSERT INTO bench.target (a, b, d, e, n) VALUES (@a, @b, @d, @e, @n);
            """,
            connection);
        _command.Parameters.Add("@a", SqlDbType.Int);
        _command.Parameters.Add("@b", SqlDbType.Int);
        _command.Parameters.Add("@d", SqlDbType.VarChar, 60);
        _command.Parameters.Add("@e", SqlDbType.DateTime2).Scale = 3;
        _command.Parameters.Add(new SqlParameter("@n", SqlDbType.Decimal) { Precision = 12, Scale = 2 });
    }

    public Task UpsertAsync(WorkRow row, CancellationToken cancellation)
    {
        _command.Parameters["@a"].Value = row.A;
        _command.Parameters["@b"].Value = row.B;
        _command.Parameters["@d"].Value = row.D;
        _command.Parameters["@e"].Value = row.E;
        _command.Parameters["@n"].Value = row.N;
        return _command.ExecuteNonQueryAsync(cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
