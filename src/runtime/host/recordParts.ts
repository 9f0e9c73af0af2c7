import { createContext, useContext, type ComponentType } from 'react';
import type { ListCondition } from '../services/paging.ts';
import type { SelectableFilter } from '../services/relations.ts';

/** A dialog for a new record, which is closed when the record is stored. */
export interface RecordCreationProps {
  formKey: string;
  formName: string;
  /** Initial values by field, which can be changed. */
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
 * Parts of the screens of records that fields show: a relation creates a record of the other form in place, and
 * filters the records that may be chosen. Fields cannot import screens, so the composition root provides the parts.
 */
export interface RecordParts {
  Creation: ComponentType<RecordCreationProps>;
  Filters: ComponentType<RecordFiltersProps>;
}

export const RecordPartsContext = createContext<RecordParts | null>(null);

/** The parts; null in an application that provides none: then fields leave them out. */
export const useRecordParts = (): RecordParts | null => useContext(RecordPartsContext);
