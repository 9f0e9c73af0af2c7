import type { ColumnType } from 'kysely';
import type { ParameterValue } from '../../domain/parameters.ts';

export interface ParameterTables {
  /** Values that differ from the default. `key`: the key of the parameter in `PARAMETERS`. */
  sys_param: { key: string; value: ColumnType<ParameterValue, string, string> };
}

declare module '../store/database.ts' {
  interface Database extends ParameterTables {}
}
