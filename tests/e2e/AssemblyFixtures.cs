using Absorber.EndToEndTests.Staging;

[assembly: AssemblyFixture(typeof(TestBed))]

// One browser and a few processes on a small machine: tests that share them would only wait for each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
