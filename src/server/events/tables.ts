import type { ColumnType, Generated } from 'kysely';
import type { RecordTopic } from '../../domain/recordTopics.ts';

/**
 * The topics of events: to-dos, mail, reminders, notices, the menu, documents, an ended session of the person. A
 * `RecordTopic`: changed kept values or comments of a record, or written records of a form (`formTopic`).
 */
export type Topic = 'todo' | 'mail' | 'remind' | 'notice' | 'menu' | 'document' | 'session' | RecordTopic;

export interface EventTables {
  /**
   * A change that concerns a person (null: everybody), kept for minutes. Every server process reads it for the pages
   * that are connected to it.
   */
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
