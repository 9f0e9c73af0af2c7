import type { CSSProperties } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { LabelPrintNode } from '../../grammar/nodes.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { codeAddress } from '../codes/codeAddress.ts';
import { ValueView } from '../shared/ValueView.tsx';
import { fitSizes, type LabelSize } from './settings.ts';

/** One label at its real size: name, number, QR code and fields. */
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
  const { fontSize, codeSize } = fitSizes(size, fields.length);
  const style = {
    '--type': `${fontSize}mm`,
    '--code': `${codeSize}mm`,
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
