import type { CompiledField, CompiledForm } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { parseKeys, splitPlaceholders, type Section } from './sections.ts';
import './template.css';

type Values = Readonly<Record<string, unknown>>;
/** Record that fills the template; without a record, the placeholders of the fields are marked. */
export interface PaperRecord {
  fieldsMap: Values;
  childTables?: Readonly<Record<string, readonly { fieldsMap: Values }[]>>;
}

interface Props {
  name: string;
  sections: readonly Section[];
  form: CompiledForm | null;
  record?: PaperRecord | null;
}

/** A template rendered as paper. Its texts are rendered as plain text, not as markup. */
export function TemplatePaper({ name, sections, form, record = null }: Props) {
  const registry = useRegistry();
  const valueOf = ({ node, key, hasCompanion }: CompiledField, values: Values): string => {
    const label = hasCompanion ? values[companionKey(key)] : undefined;
    return (
      registry
        .definition(node.tag)
        ?.text?.(values[key], node as never, typeof label === 'string' && label !== '' ? { label } : {}) ?? ''
    );
  };
  const renderField = (key: string) => {
    const field = form?.fields.get(key);
    if (!field) return <mark key={key} className="tp-unknown" title="表单中没有此字段">{`［${key}？］`}</mark>;
    return record ? (
      <span key={key}>{valueOf(field, record.fieldsMap)}</span>
    ) : (
      <mark key={key}>{`［${field.node.label ?? key}］`}</mark>
    );
  };
  const fillText = (text: string) =>
    splitPlaceholders(text).map((piece, index) =>
      'key' in piece ? <span key={index}>{renderField(piece.key)}</span> : piece.text,
    );
  const nonTableKeys = [...(form?.fields.values() ?? [])]
    .filter((field) => !form?.tables.has(field.key))
    .map(({ key }) => key);

  const renderSection = ({ kind, text }: Section) => {
    switch (kind) {
      case 'heading':
        return <h3>{fillText(text)}</h3>;
      case 'paragraph':
        return <p>{fillText(text)}</p>;
      case 'sign':
        return <p className="tp-sign">{fillText(text)}</p>;
      case 'fields': {
        const keys = text.trim() === '' ? nonTableKeys : parseKeys(text);
        return (
          <dl className="tp-fields">
            {keys.map((key) => (
              <div key={key}>
                <dt>{form?.fields.get(key)?.node.label ?? key}</dt>
                <dd>{renderField(key)}</dd>
              </div>
            ))}
          </dl>
        );
      }
      case 'table': {
        const [key = ''] = parseKeys(text);
        const table = form?.tables.get(key);
        if (!table) return <p>{renderField(key)}</p>;
        const rows = record?.childTables?.[key] ?? [];
        return (
          <table>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column.key} scope="col">
                    {column.node.label ?? column.key}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {table.columns.map((column) => (
                    <td key={column.key}>{valueOf(column as unknown as CompiledField, row.fieldsMap)}</td>
                  ))}
                </tr>
              ))}
              {rows.length === 0 && (
                <tr>
                  {table.columns.map((column) => (
                    <td key={column.key}>{record ? '' : <mark>…</mark>}</td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        );
      }
    }
  };
  return (
    <article className="tp-paper" aria-label={name || '模板'}>
      <h2>{name || '（未命名模板）'}</h2>
      {sections.length === 0 ? (
        <p className="tp-empty">还没有版面内容</p>
      ) : (
        sections.map((section, index) => (
          <section key={index} data-section={section.kind}>
            {renderSection(section)}
          </section>
        ))
      )}
    </article>
  );
}
