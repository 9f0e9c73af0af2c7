import { observer } from '@formily/reactive-react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { useOptionalForm } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { copyText } from '../../runtime/host/copyText.ts';
import { notice } from '../../runtime/host/notice.ts';
import { parseSections } from './sections.ts';
import { TemplatePaper } from './TemplatePaper.tsx';
import { useTargetForm } from './useTargetForm.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Live preview of the template that the user edits in the surrounding form, with a list of the fields of the target
 * form (the form whose records fill the template).
 */
export const TemplatePreview = observer(function TemplatePreview({ node }: BlockProps<NodeByTag['templatePreview']>) {
  const session = useOptionalForm();
  const values = session?.values ?? {};
  const { form, message } = useTargetForm(textOf(values[node.formKeyField]));
  return (
    <div className="tp" data-template-preview>
      {form && session?.mode === 'edit' && <Fields form={form} />}
      {message && <output className="tp-message">{message}</output>}
      <TemplatePaper
        name={textOf(values[node.nameField])}
        sections={parseSections(values[node.sectionsField])}
        form={form}
      />
    </div>
  );
});

/** The fields of the target form; a click copies the placeholder of a field to the clipboard. */
function Fields({ form }: { form: CompiledForm }) {
  const copy = (key: string): void => {
    copyText(`\${${key}}`).then(
      () => notice('success', '已复制，可粘贴到版面内容中'),
      () => notice('warning', `浏览器不允许复制，请手动输入 \${${key}}`),
    );
  };
  return (
    <fieldset className="tp-keys">
      <legend>可用字段（点击复制）</legend>
      {[...form.fields.values()].map(({ key, node }) => (
        <button
          key={key}
          type="button"
          title={form.tables.has(key) ? `明细表：${key}` : `\${${key}}`}
          data-key={key}
          onClick={() => copy(key)}
        >
          {node.label ?? key}
        </button>
      ))}
    </fieldset>
  );
}
