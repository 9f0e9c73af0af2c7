import { createContext, useContext, type ComponentType } from 'react';
import type { ListCondition } from '../services/paging.ts';
import type { SelectableFilter } from '../services/relations.ts';

/** A dialog for a new record, which is closed when the record is stored. */
export interface RecordCreationProps {
  formKey: string;
  formName: string;
  /** Initial values by field, which the user can change. */
  presets: Readonly<Record<string, string>>;
  onCreated(record: { id: string; title: string }): void;
  onClose(): void;
}

/** A bar of filters over the records of another form. */
export interface RecordFiltersProps {
  formKey: string;
  filters: readonly SelectableFilter[];
  onChange(conditions: readonly ListCondition[]): void;
}

/**
 * Parts of the record screens that fields use: a dialog that creates a record of another form, and filters for
 * selectable records. Fields cannot import screens, so the composition root provides the parts.
 */
export interface RecordParts {
  Creation: ComponentType<RecordCreationProps>;
  Filters: ComponentType<RecordFiltersProps>;
}

export const RecordPartsContext = createContext<RecordParts | null>(null);

/** Returns the parts; null in an application without them: fields then leave them out. */
export const useRecordParts = (): RecordParts | null => useContext(RecordPartsContext);
