@echo off
rem Installs, builds and runs all tests: test, or parts of it: test unit integration e2e browser.
setlocal
cd /d "%~dp0"
set DOTNET_NOLOGO=1
set DOTNET_CLI_TELEMETRY_OPTOUT=1
set MSBUILDDISABLENODEREUSE=1
dotnet --version >nul 2>&1 || (echo Error: the .NET 10 SDK is missing: install it from https://dotnet.microsoft.com/download.>&2& exit /b 1)
set built=%TEMP%\absorber-build-%RANDOM%.log
dotnet build eng\Absorber.Run -c Release -v quiet --nologo -tl:off -p:UseSharedCompilation=false >"%built%" 2>&1 || (type "%built%" >&2& exit /b 1)
del "%built%"
dotnet artifacts\bin\Absorber.Run\release\Absorber.Run.dll test %*
