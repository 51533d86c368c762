using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;

namespace Absorber.Run.Processes;

/// <summary>
/// Notes in a file which processes we started, so that a start after we were killed can end what is left of them. A process is told
/// by number and start time: numbers are used again.
/// </summary>
internal sealed class ProcessRegister
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly string _file;
    private readonly List<Entry> _entries = [];
    private readonly Lock _gate = new();

    public ProcessRegister(string file) => _file = file;

    private sealed record Entry(int Pid, DateTime Started);

    /// <summary>Ends the processes that a killed run left behind. Returns how many there were.</summary>
    public async Task<int> EndLeftoversAsync()
    {
        var ended = 0;
        foreach (var entry in Read())
        {
            if (Find(entry) is not { } process)
                continue;

            using (process)
                await Termination.EndAsync(process, Patience);
            ended++;
        }

        File.Delete(_file);
        return ended;
    }

    public void Add(Process process)
    {
        lock (_gate)
        {
            _entries.Add(new Entry(process.Id, process.StartTime.ToUniversalTime()));
            Write();
        }
    }

    public void Remove(int pid)
    {
        lock (_gate)
        {
            _entries.RemoveAll(entry => entry.Pid == pid);
            Write();
        }
    }

    private void Write() => File.WriteAllText(_file, JsonSerializer.Serialize(_entries));

    private List<Entry> Read()
    {
        try
        {
            return JsonSerializer.Deserialize<List<Entry>>(File.ReadAllText(_file)) ?? [];
        }
        catch (Exception e) when (e is FileNotFoundException or JsonException)
        {
            return [];
        }
    }

    private static Process? Find(Entry entry)
    {
        try
        {
            var process = Process.GetProcessById(entry.Pid);
            if ((process.StartTime.ToUniversalTime() - entry.Started).Duration() < TimeSpan.FromSeconds(1))
                return process;

            process.Dispose();
            return null;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }
}
