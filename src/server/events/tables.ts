import type { ColumnType, Generated } from 'kysely';
import type { RecordTopic } from '../../domain/recordTopics.ts';

/**
 * The topics of events. 'session': a session of the person has ended. `RecordTopic`: the kept values or comments of a
 * record changed, records of a form were written (`formTopic`), or the editors or the review of a document changed.
 */
export type Topic = 'todo' | 'mail' | 'remind' | 'notice' | 'menu' | 'document' | 'session' | RecordTopic;

export interface EventTables {
  /**
   * A change that concerns a person (`user_id` null: everybody); the row is kept for some minutes. Every server process
   * reads the rows and notifies the pages that are connected to it.
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
