import { ArrowRightOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useRef, useState } from 'react';
import type { TextCheck } from '../check/checkText.ts';
import type { Mapping } from '../check/mappings.ts';
import type { DefinitionText } from '../check/definitionText.ts';
import { JsonEditor, type JsonEditorHandle } from '../editor/JsonEditor.tsx';
import type { LocatedProblem } from '../editor/located.ts';
import { ProblemList } from '../document/ProblemList.tsx';

function summarize({ fields, tableCount, placeholderCount, counts }: TextCheck): string {
  const parts = [
    `字段 ${fields} 个`,
    ...(tableCount > 0 ? [`子表 ${tableCount} 个`] : []),
    ...(placeholderCount > 0 ? [`占位块 ${placeholderCount} 个`] : []),
  ];
  return `${parts.join('，')}；错误 ${counts.error} 个，提醒 ${counts.warning} 个，说明 ${counts.info} 条`;
}

const describeOutcome = ({ definition, counts, placeholderCount, problems }: TextCheck): string | null => {
  if (!definition)
    return problems.some(({ code }) => code === 'DOC_SYNTAX')
      ? '内容不是 JSON，也不是可以读取的 JS 对象，下面是第一处不能读取的位置。'
      : '内容可以读取，但其中没有字段列表。';
  if (counts.error > 0) return '有错误的内容可以先导入，改正后才能发布。';
  return placeholderCount > 0 ? '占位块保留原内容，界面上显示为提示，可在编辑器中改为本系统的字段或删除。' : null;
};

function MappingList({ mappings }: { mappings: readonly Mapping[] }) {
  return (
    <section className="ds-mapped" aria-label="标签的对应">
      {mappings.map(({ from, to, count, isApproximate, isPlaceholder }) => (
        <span key={`${from}${to}`} data-mapping={from} data-approximate={isApproximate || isPlaceholder || undefined}>
          <code>{from}</code> <ArrowRightOutlined /> {to}
          {isApproximate ? '（近似）' : ''}
          {count > 1 ? ` ×${count}` : ''}
        </span>
      ))}
    </section>
  );
}

/**
 * The report of an import: number of fields, converted elements and problems. A click on a problem shows its position
 * in the text.
 */
export function ImportReport({ source: { name, text, repairs }, check }: { source: DefinitionText; check: TextCheck }) {
  const editor = useRef<JsonEditorHandle>(null);
  const [isTextShown, setTextShown] = useState(false);
  const alertType =
    !check.definition || check.counts.error > 0 ? 'error' : check.counts.warning > 0 ? 'warning' : 'success';
  const goTo = ({ span }: LocatedProblem): void => {
    setTextShown(true);
    // in the next frame, because the editor may not be rendered yet
    requestAnimationFrame(() => editor.current?.goTo(span));
  };
  return (
    <div data-import-report={alertType}>
      <Alert
        showIcon
        type={alertType}
        message={check.definition ? `“${name}”：${summarize(check)}` : `“${name}”无法识别为表单定义`}
        description={describeOutcome(check)}
      />
      {repairs.length > 0 ? (
        <p className="ds-mended" data-mended>{`原文已作处理：${repairs.join('；')}。以下位置指处理后的文本。`}</p>
      ) : null}
      {check.mappings.length > 0 ? <MappingList mappings={check.mappings} /> : null}
      <div className="ds-report">
        <ProblemList problems={check.problems} counts={check.counts} isChecking={false} onGo={goTo} />
      </div>
      {isTextShown ? (
        <div className="ds-source">
          <JsonEditor ref={editor} initialText={text} isReadOnly label={`${name}的原文`} />
        </div>
      ) : null}
    </div>
  );
}
