using System.Text;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Absorber.ConsoleServer.Store;

/// <summary>Names columns, keys and indexes the way PostgreSQL people write them, so that nobody has to quote them.</summary>
internal static class SnakeCase
{
    public static void Apply(IMutableModel model)
    {
        foreach (var entity in model.GetEntityTypes())
        {
            foreach (var property in entity.GetProperties())
                property.SetColumnName(Of(property.Name));
            foreach (var key in entity.GetKeys())
                key.SetName(Of(key.GetName()!));
            foreach (var foreignKey in entity.GetForeignKeys())
                foreignKey.SetConstraintName(Of(foreignKey.GetConstraintName()!));
            foreach (var index in entity.GetIndexes())
                index.SetDatabaseName(Of(index.GetDatabaseName()!));
        }
    }

    /// <summary><c>DroppedSamples</c> becomes <c>dropped_samples</c>, <c>IX_agents_Name</c> becomes <c>ix_agents_name</c>.</summary>
    public static string Of(string name)
    {
        var text = new StringBuilder(name.Length + 4);
        for (var i = 0; i < name.Length; i++)
        {
            if (char.IsUpper(name[i]) && i > 0 && char.IsLower(name[i - 1]))
                text.Append('_');
            text.Append(char.ToLowerInvariant(name[i]));
        }
        return text.ToString();
    }
}
