using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Design;

namespace Absorber.ConsoleServer.Store;

/// <summary>Lets <c>dotnet ef</c> read the model without a console or a database.</summary>
internal sealed class StoreContextFactory : IDesignTimeDbContextFactory<StoreContext>
{
    public StoreContext CreateDbContext(string[] args)
    {
        var options = new DbContextOptionsBuilder<StoreContext>();
        StoreRegistration.Configure(options, StoreRegistration.Source("Host=none"));
        return new StoreContext(options.Options);
    }
}
