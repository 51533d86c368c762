UPDATE ShockAbsorber.Absorber
SET Enabled = 1
WHERE Schema_name = {{schema_literal}} AND Buffer_name = {{buffer_name_literal}};
