import { Suspense, useId, type ComponentType } from 'react';
import type { EditProps } from '../../../runtime/node/faces.ts';
import { widget } from '../../../widgets/el-upload/index.ts';

const MAX_FILES = 5;
/** Accepted file extensions: office documents and photographs. */
const ACCEPT = 'doc,docx,xls,xlsx,ppt,pptx,txt,pdf,png,jpg,jpeg';

/** Upload field for the attachments of an opinion. `value`: file ids joined by commas. */
export function FilesField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  const Edit = widget.faces.edit as ComponentType<EditProps>;
  const node = {
    tag: 'el-upload',
    __vModel__: 'files',
    label: '附件',
    fileCountLimit: MAX_FILES,
    accept: ACCEPT,
  } as EditProps['node'];
  return (
    <div className="sc-act-field" data-field="files">
      <span id={`${id}-label`}>附件</span>
      <Suspense fallback={null}>
        <Edit
          id={id}
          node={node}
          value={value}
          disabled={false}
          invalid={false}
          onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        />
      </Suspense>
    </div>
  );
}
