import {
  defaultRowSource,
  isTable,
  pickerRowSource,
  recordListSource,
  singleRecordSource,
  type CompiledField,
  type CompiledForm,
} from '../../../kernel/index.ts';
import { fillCallOf, recordOptions } from '../../../requests/index.ts';

/** A request to the server that the form's definition describes. */
interface Call {
  url: string | undefined;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
}

/** Returns the form whose records a call reads; null if the call reads no records or has no URL. */
function formReadBy({ url, method, params = {} }: Call): string | null {
  if (url === undefined) return null;
  const request = { url, method: method?.toUpperCase() === 'POST' ? ('POST' as const) : ('GET' as const), params };
  return (recordListSource(request) ?? singleRecordSource(request))?.formKey ?? null;
}

/** Returns the forms that the calls of a field read: for its options, and for the values that it fills. */
function formsReadByField({ node }: CompiledField): (string | null)[] {
  const fillCall = fillCallOf(node, () => undefined);
  return [recordOptions(node)?.formKey ?? null, fillCall ? formReadBy(fillCall.request) : null];
}

/**
 * Returns the forms that the calls of a form read. The server repeats these calls when a record is saved: calls for
 * options, for filled values and for rows of sub-tables.
 */
export function formsReadByCalls(form: CompiledForm): ReadonlySet<string> {
  const formKeys = [...form.fields.values()].flatMap((field) => {
    if (!isTable(field)) return formsReadByField(field);
    const rowSources = [pickerRowSource(field.node), defaultRowSource(field.node)].map(
      (source) => source && formReadBy(source),
    );
    return [...rowSources, ...field.columns.flatMap(formsReadByField)];
  });
  return new Set(formKeys.filter((formKey) => formKey !== null));
}
