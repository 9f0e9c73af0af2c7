import { Button, Segmented, Space } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useServices } from '../runtime/contexts.ts';
import { LeaveGuard } from '../screens/place/LeaveGuard.tsx';
import { ToneTag } from '../screens/shared/ToneTag.tsx';
import { useLoad } from '../screens/shared/useLoad.ts';
import { COMPACT_WIDTH, useNarrower } from '../runtime/useNarrower.ts';
import { useFeedback } from '../screens/shared/useFeedback.ts';
import { formatted } from './document.ts';
import { JsonEditor, type JsonEditorHandle } from './editor/JsonEditor.tsx';
import type { Origin } from './FormEditorLoader.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { toDiagnostics, type LocatedProblem } from './located.ts';
import { Preview } from './Preview.tsx';
import { ProblemList } from './ProblemList.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useChecked } from './useChecked.ts';
import { useFitHeight } from './useFitHeight.ts';
import { usePublishing } from './usePublishing.ts';
import { VersionDialog } from './VersionDialog.tsx';

type Open = 'publish' | 'versions' | 'import' | null;

/** One form's definition as text beside what it looks like; draft, publish, versions, import. */
export function FormEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const services = useServices();
  const { message } = useFeedback();
  const editor = useRef<JsonEditorHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  useFitHeight(root);
  const [text, setText] = useState(origin.text);
  const [open, setOpen] = useState<Open>(null);
  const isNarrow = useNarrower(COMPACT_WIDTH);
  const [side, setSide] = useState<'text' | 'preview'>('text');
  const { checked, isChecking, good, isOld } = useChecked(text, origin.formKey);
  const diagnostics = useMemo(() => toDiagnostics(checked.problems), [checked.problems]);
  const flowKey = good?.definition.flowKey ?? '';
  const { load: config } = useLoad(() => (flowKey === '' ? Promise.resolve(null) : services.forms.flowConfig(origin.formKey)), [services, origin.formKey, flowKey]);
  const work = usePublishing({ origin, text, onReload });

  const isDirty = text !== work.savedText;
  const dirty = useRef(isDirty);
  useEffect(() => { dirty.current = isDirty; }, [isDirty]);
  const isBlocked = useCallback(() => dirty.current, []);

  const goTo = (problem: LocatedProblem): void => {
    setOpen(null);
    setSide('text');
    // The editor may have been hidden until now.
    requestAnimationFrame(() => editor.current?.goTo(problem.span));
  };
  const replace = (next: string): void => { editor.current?.replace(next); setOpen(null); };
  const format = (): void => {
    const next = formatted(text);
    if (next === null) message.warning('文本不是正确的 JSON，不能整理');
    else if (next !== text) replace(next);
  };
  const errors = checked.problems.filter((problem) => problem.level === 'error');

  return (
    <div ref={root} className="ds-editor" data-designer={origin.formKey} data-checking={isChecking}>
      <LeaveGuard isBlocked={isBlocked} />
      <header className="ds-head">
        <div className="ds-title">
          <h2>{origin.formName}</h2>
          <span className="sc-note">{origin.formKey}　{work.version > 0 ? `已发布第 ${work.version} 版` : '未发布'}</span>
          {isDirty ? <ToneTag tone="warn">未保存</ToneTag> : work.hasDraft ? <ToneTag tone="busy">草稿</ToneTag> : null}
        </div>
        <Space wrap>
          <Button onClick={() => setOpen('import')} data-action="import">导入</Button>
          <Button onClick={format} data-action="format">整理格式</Button>
          <Button onClick={() => setOpen('versions')} data-action="versions">版本历史</Button>
          <Button onClick={() => void work.saveDraft()} loading={work.isBusy} data-action="save">保存草稿</Button>
          <Button type="primary" onClick={() => setOpen('publish')} disabled={isChecking} data-action="publish">发布</Button>
          <Button onClick={onBack} data-action="back">返回</Button>
        </Space>
      </header>
      {isNarrow ? <Segmented block value={side} onChange={setSide} options={[{ label: '定义', value: 'text' }, { label: '预览', value: 'preview' }]} /> : null}
      <div className="ds-panes" data-side={isNarrow ? side : 'both'}>
        <div className="ds-text">
          <div className="ds-code"><JsonEditor ref={editor} initialText={origin.text} onChange={setText} diagnostics={diagnostics} label={`${origin.formName}的定义`} /></div>
          <ProblemList problems={checked.problems} counts={checked.counts} isChecking={isChecking} onGo={goTo} />
        </div>
        <Preview compiled={good} count={checked.fields + checked.tables} isOld={isOld} config={config.value ?? null} />
      </div>
      {open === 'publish' ? (
        <PublishDialog
          errors={errors} isBusy={work.isBusy} onGo={goTo} onClose={() => setOpen(null)}
          onPublish={(note) => { void work.publish(note).then((isDone) => { if (isDone) setOpen(null); }); }}
        />
      ) : null}
      {open === 'versions' ? (
        <VersionDialog
          formKey={origin.formKey} text={text} onClose={() => setOpen(null)} onRolledBack={work.rolledBack}
          onTake={(taken, version) => { replace(taken); message.info(`已载入第 ${version} 版的内容，保存或发布后生效`); }}
        />
      ) : null}
      {open === 'import' ? <ImportDialog formKey={origin.formKey} formName={origin.formName} onClose={() => setOpen(null)} onTake={replace} /> : null}
    </div>
  );
}
