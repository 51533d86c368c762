namespace Absorber.Run.Processes;

/// <summary>What a service says: all of it in a file, the last lines at hand.</summary>
internal sealed class ServiceLog(string path) : IDisposable
{
    private const int Kept = 40;

    private readonly StreamWriter _file = new(path, append: false) { AutoFlush = true };
    private readonly Queue<string> _last = new();
    private readonly Lock _gate = new();
    private bool _isClosed;

    public string Path => path;

    public void Add(string? line)
    {
        lock (_gate)
        {
            if (line is null || _isClosed)
                return;

            _last.Enqueue(line);
            if (_last.Count > Kept)
                _last.Dequeue();

            try
            {
                _file.WriteLine(line);
            }
            catch (IOException)
            {
                // A full disk must not take the service down with its log.
            }
        }
    }

    /// <summary>The last lines, the telling ones first, in one line.</summary>
    public string LastWords()
    {
        lock (_gate)
        {
            var said = _last.Where(line => !string.IsNullOrWhiteSpace(line)).Select(line => line.Trim()).ToList();
            if (said.Exists(DiskFull.IsMeantBy))
                return DiskFull.Message;

            var telling = said.Where(line => line.Contains("exception", StringComparison.OrdinalIgnoreCase) || line.Contains("error", StringComparison.OrdinalIgnoreCase)).TakeLast(2).ToList();
            return string.Join(" | ", telling is [] ? said.TakeLast(2) : telling);
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isClosed = true;
            _file.Dispose();
        }
    }
}
