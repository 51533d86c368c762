namespace Absorber.EndToEndTests.Staging;

/// <summary>The last lines that a process wrote.</summary>
internal sealed class ProcessOutput
{
    private const int Kept = 300;

    private readonly Queue<string> _lines = new();

    public string Text
    {
        get
        {
            lock (_lines)
                return string.Join(Environment.NewLine, _lines);
        }
    }

    public void Add(string? line)
    {
        if (line is null)
            return;

        lock (_lines)
        {
            _lines.Enqueue(line);
            if (_lines.Count > Kept)
                _lines.Dequeue();
        }
    }
}
