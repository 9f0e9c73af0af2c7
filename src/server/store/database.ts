import type { AreaTables } from '../areas/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { AuthTables } from '../auth/tables.ts';
import type { DocumentTables } from '../documents/tables.ts';
import type { DraftTables } from '../drafts/tables.ts';
import type { FileTables } from '../files/tables.ts';
import type { FlowTables } from '../approval/tables.ts';
import type { HttpTables } from '../http/tables.ts';
import type { HrTables } from '../hr/tables.ts';
import type { EventTables } from '../events/tables.ts';
import type { NoticeTables } from '../notices/tables.ts';
import type { ImportTables } from '../imports/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { RecordTables } from '../records/tables.ts';
import type { SystemTables } from '../system/tables.ts';

/** Every table, composed of what the areas export from their own `tables.ts` (which imports nothing but Kysely's types). */
export interface Database
  extends
    AuthTables,
    SystemTables,
    FileTables,
    HttpTables,
    DocumentTables,
    FlowTables,
    RecordTables,
    MailTables,
    DraftTables,
    NoticeTables,
    EventTables,
    AreaTables,
    HrTables,
    AuditTables,
    ImportTables {}
