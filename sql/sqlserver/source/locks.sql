-- The locks that keep two loops, or two set-ups, apart. They belong to the session, and end with it, also by a crash.
-- Babelfish loses the session's user when an error follows a procedure of the server that was called by a procedure. There, the function
-- behind it is called, by dynamic SQL, since other servers do not know it. Its locks also lie in one name space for all databases.
DROP PROCEDURE IF EXISTS ShockAbsorber.Take_lock;
GO
CREATE PROCEDURE ShockAbsorber.Take_lock
    @Name    nvarchar(255), -- ShockAbsorber:<id of the absorber>, or ShockAbsorber:setup
    @Timeout int,           -- milliseconds
    @Taken   int OUTPUT     -- below 0: another session has it
AS
BEGIN
    SET @Taken = -1;
    IF SERVERPROPERTY('Babelfish') = 1
    BEGIN
        SET @Name = DB_NAME() + N':' + @Name;
        EXECUTE sp_executesql N'SELECT @taken = sys.sp_getapplock_function(@name, ''Exclusive'', ''Session'', @timeout);',
            N'@name nvarchar(255), @timeout int, @taken int OUTPUT', @name = @Name, @timeout = @Timeout, @taken = @Taken OUTPUT;
    END;
    ELSE
        EXECUTE @Taken = sp_getapplock @Resource = @Name, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = @Timeout;
END;
GO

DROP PROCEDURE IF EXISTS ShockAbsorber.Release_lock;
GO
CREATE PROCEDURE ShockAbsorber.Release_lock
    @Name nvarchar(255)
AS
BEGIN
    DECLARE @released int;
    IF SERVERPROPERTY('Babelfish') = 1
    BEGIN
        SET @Name = DB_NAME() + N':' + @Name;
        EXECUTE sp_executesql N'SELECT @released = sys.sp_releaseapplock_function(@name, ''Session'');',
            N'@name nvarchar(255), @released int OUTPUT', @name = @Name, @released = @released OUTPUT;
    END;
    ELSE
        EXECUTE @released = sp_releaseapplock @Resource = @Name, @LockOwner = 'Session';
END;
