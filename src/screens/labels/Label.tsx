import type { CSSProperties } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { LabelPrintNode } from '../../grammar/nodes.ts';
import { type CompiledForm, companionKey } from '../../kernel/index.ts';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { codeAddress } from '../codes/codeAddress.ts';
import { ValueView } from '../shared/ValueView.tsx';
import { measuresOf, type LabelSize } from './settings.ts';

/** One label at its true size: name, number, code, and the fields that fit. */
export function Label({
  node,
  compiled,
  record,
  size,
}: {
  node: LabelPrintNode;
  compiled: CompiledForm;
  record: FormRecord;
  size: LabelSize;
}) {
  const id = record.id ?? '';
  const fields = node.fields.flatMap((key) => compiled.fields.get(key) ?? []);
  const { type, code } = measuresOf(size, fields.length);
  const style = {
    '--type': `${type}mm`,
    '--code': `${code}mm`,
    width: `${size.width}mm`,
    height: `${size.height}mm`,
  } as CSSProperties;
  const number = record.fieldsMap[node.code];
  const name = node.title ?? compiled.definition.formName;
  return (
    <article className="lb-label" style={style} data-label={id} aria-label={`${name} ${record.title ?? ''}`}>
      <header>
        <strong>{name}</strong>
        <span>{typeof number === 'string' || typeof number === 'number' ? number : ''}</span>
      </header>
      <div className="lb-body">
        <dl>
          {fields.map((field) => (
            <div key={field.key}>
              <dt>{field.node.label}</dt>
              <dd>
                <ValueView
                  node={field.node}
                  value={record.fieldsMap[field.key]}
                  label={record.fieldsMap[companionKey(field.key)]}
                />
              </dd>
            </div>
          ))}
        </dl>
        <QrCode className="lb-code" text={codeAddress(node.target, id)} label={`${record.title ?? name}的二维码`} />
      </div>
    </article>
  );
}
