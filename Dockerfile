# syntax=docker/dockerfile:1
# Two images, small and without a shell, run by a user that is not root:
#     docker build --target console --tag absorber-console .
#     docker build --target agent   --tag absorber-agent .
# Reviewed line by line against the manual pages (Dockerfile reference; README.aspnet.md and the image variants of dotnet-docker);
# it has not been run yet.

FROM node:22-bookworm-slim AS browser
WORKDIR /source
COPY src/Console.Client/package.json src/Console.Client/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY src/Console.Client/ ./
RUN npm run build

FROM mcr.microsoft.com/dotnet/sdk:10.0-noble AS build
WORKDIR /source
COPY global.json Directory.Build.props Directory.Packages.props BannedSymbols.txt .editorconfig ./
COPY sql/ sql/
COPY src/ src/
COPY --from=browser /source/wwwroot/dist/ src/Console.Client/wwwroot/dist/
RUN dotnet publish src/Console.Server --configuration Release --output /publish/console -p:BundleBrowserFiles=false -p:UseAppHost=false
RUN dotnet publish src/Absorber.Agent --configuration Release --output /publish/agent -p:UseAppHost=false
RUN mkdir /publish/data

FROM mcr.microsoft.com/dotnet/aspnet:10.0-noble-chiseled AS console
WORKDIR /app
COPY --from=build /publish/console/ ./
# The base image says 8080 on all addresses, where the console refuses to listen; without a word it takes http://127.0.0.1:5005.
ENV ASPNETCORE_HTTP_PORTS=""
USER $APP_UID
ENTRYPOINT ["dotnet", "Console.Server.dll"]

# "extra" brings ICU, without which Microsoft.Data.SqlClient does not connect.
FROM mcr.microsoft.com/dotnet/aspnet:10.0-noble-chiseled-extra AS agent
WORKDIR /app
COPY --from=build /publish/agent/ ./
# Samples wait here for the console; a volume that is mounted here takes over the owner.
COPY --from=build --chown=$APP_UID:$APP_UID /publish/data/ /data/
ENV ABSORBER_Data=/data
VOLUME /data
USER $APP_UID
ENTRYPOINT ["dotnet", "absorber.dll"]
CMD ["run"]
