import type { ColumnType, Generated } from 'kysely';
import type { RecordTopic } from '../../domain/recordTopics.ts';

/** What an open page is told of: its to-dos, its mail, its reminders, the notices, the menu, documents of the language; that sessions of its person ended; that kept values of a record moved or its comments changed. */
export type Topic = 'todo' | 'mail' | 'remind' | 'notice' | 'menu' | 'document' | 'session' | RecordTopic;

export interface EventTables {
  /** Something new for a person (null: for everybody), kept for minutes. Every server process reads it for the pages that it holds. */
  sys_event: {
    id: Generated<string>;
    user_id: string | null;
    topic: Topic;
    happened_at: ColumnType<Date, never, never>;
  };
}

declare module '../store/database.ts' {
  interface Database extends EventTables {}
}
