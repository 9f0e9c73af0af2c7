import { useMemo } from 'react';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad, type Load } from '../../../screens/shared/useLoad.ts';
import { detailsOf } from '../model/columns.ts';
import { measuresIn, groupsOf, type DatasetDoc } from '../model/datasetDoc.ts';
import { readFilters } from '../model/filters.ts';
import { sourceFields, tablesOf, type SourceField } from '../model/sourceFields.ts';

interface LoadedForm {
  name: string;
  /** True if the form has a process. */
  hasProcess: boolean;
  tables: { key: string; name: string }[];
  /** Fields by the path of the relations that lead to their form; '' for the form of the dataset. */
  fields: ReadonlyMap<string, readonly SourceField[]>;
}

/** The form of a dataset, with the fields of the form and of its loaded relations. */
export interface Source {
  load: Load<LoadedForm>;
  reload(): void;
  /**
   * Returns the fields of the form to which the relation at the path `prefix` refers; '' for the form of the dataset.
   * Undefined while the form is not loaded.
   */
  fieldsAt(prefix: string): readonly SourceField[] | undefined;
  findField(path: string): SourceField | undefined;
  /** The loaded fields of the form and of its relations. */
  allFields: readonly SourceField[];
}

const PATH_PATTERN = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/;

/**
 * Returns the paths of all relations that a dataset uses; a relation comes before the relations reached through it. The
 * prefix `row` is left out: it means the row of the dataset's sub-table and is not a relation.
 */
function usedRelationPaths(doc: DatasetDoc): string[] {
  const paths = [
    ...groupsOf(doc).map(({ of }) => of),
    ...measuresIn(doc).flatMap(({ of }) => (of && PATH_PATTERN.test(of) ? [of] : [])),
    ...detailsOf(doc).flatMap(({ of }) => (PATH_PATTERN.test(of) ? [of] : [])),
    ...[doc.where, ...measuresIn(doc).map(({ where }) => where)].flatMap((condition) =>
      (readFilters(condition) ?? []).map(({ path }) => path),
    ),
  ];
  return paths.flatMap((path) => {
    const parts = path.split('.').slice(0, -1);
    return parts.map((_part, index) => parts.slice(0, index + 1).join('.')).filter((prefix) => prefix !== 'row');
  });
}

/** Loads the form of a dataset and the forms of all used or expanded relations. */
export function useSource(doc: DatasetDoc, expandedPaths: readonly string[]): Source {
  const services = useServices();
  const vocabulary = useRegistry();
  const [formKey = '', tableKey = null] = doc.from.split('.');
  const prefixes = [...new Set([...usedRelationPaths(doc), ...expandedPaths])].sort(
    (a, b) => a.split('.').length - b.split('.').length || a.localeCompare(b),
  );
  const { load, reload } = useLoad(async (): Promise<LoadedForm> => {
    const form = await loadForm({ services, vocabulary, formKey });
    const fields = new Map([['', sourceFields(form, vocabulary, { tableKey })]]);
    for (const prefix of prefixes) {
      const parent = prefix.split('.').slice(0, -1).join('.');
      const relation = fields.get(parent === 'row' ? '' : parent)?.find(({ path }) => path === prefix);
      if (!relation?.to) continue;
      try {
        // sequential, because the key of a form is only known after the form that refers to it is loaded
        // oxlint-disable-next-line no-await-in-loop
        const relatedForm = await loadForm({ services, vocabulary, formKey: relation.to });
        fields.set(
          prefix,
          sourceFields(relatedForm, vocabulary, { before: { path: `${prefix}.`, label: `${relation.label} / ` } }),
        );
      } catch {
        // an unpublished form is treated as a form without fields; the check of the dataset reports paths that use it
        fields.set(prefix, []);
      }
    }
    return {
      name: form.definition.formName,
      hasProcess: Boolean(form.definition.flowKey),
      tables: tablesOf(form),
      fields,
    };
  }, [services, vocabulary, doc.from, prefixes.join()]);
  const fields = load.value?.fields;
  return useMemo(() => {
    const allFields = [...(fields?.values() ?? [])].flat();
    const byPath = new Map(allFields.map((field) => [field.path, field]));
    return {
      load,
      reload,
      allFields,
      fieldsAt: (prefix) => fields?.get(prefix),
      findField: (path) => byPath.get(path),
    };
  }, [load, reload, fields]);
}
