import { Button, Checkbox, Modal, Skeleton, Space } from 'antd';
import { useMemo, useState } from 'react';
import { parseFormDefinition } from '../../importer/index.ts';
import { compileForm } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { GridSlot } from '../../runtime/node/gridSlot.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { Preview } from '../document/Preview.tsx';
import { MenuGroupChoice } from '../excel/MenuGroupChoice.tsx';
import { ReviewerChoice } from '../reviews/ReviewerChoice.tsx';
import { useReviewRequired } from '../reviews/useReviewRequired.ts';
import { requestTemplateReview, installTemplate, TemplateImportError } from './installTemplate.ts';
import { loadTemplates, type AppTemplate } from './templates.ts';
import { useTemplateStates, type KnownForm, type TemplateState } from './useTemplateStates.ts';
import './templates.css';

interface Props {
  /** All existing forms, including drafts. */
  forms: readonly KnownForm[];
  onClose(): void;
  onOpen(formKey: string): void;
  onCreated(): void;
}

/** The tag of each state. `asked`: the review is requested. */
const STATE_TAGS: Readonly<Record<TemplateState, { tone: 'plain' | 'busy' | 'warn'; text: string }>> = {
  taken: { tone: 'plain', text: '已采用' },
  asked: { tone: 'busy', text: '待复核' },
  returned: { tone: 'warn', text: '复核已退回' },
  draft: { tone: 'plain', text: '草稿' },
};

const NO_TEMPLATES: readonly AppTemplate[] = [];

const describeContents = ({ hasFlow, statisticsPage, samples }: AppTemplate): string =>
  [
    '表单',
    '列表',
    hasFlow ? '审批流程' : '',
    statisticsPage ? '统计页' : '',
    samples.length > 0 ? `${samples.length} 条示例记录` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');

const StateTag = ({ state }: { state: TemplateState | undefined }) =>
  state === undefined ? null : <StatusTag tone={STATE_TAGS[state].tone}>{STATE_TAGS[state].text}</StatusTag>;

/**
 * Dialog with the templates of the product and a preview of the form of the chosen one. Installs the chosen template
 * with or without sample records; if publications need a review, saves its documents as drafts and requests the review.
 */
export function TemplateGallery({ forms, onClose, onOpen, onCreated }: Props) {
  useReturnedFocus();
  const services = useServices();
  const registry = useRegistry();
  const { message } = useFeedback();
  const { load, reload } = useLoad(loadTemplates, []);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [includesSamples, setIncludesSamples] = useState(true);
  const [parentId, setParentId] = useState<string | null>(null);
  const isReviewRequired = useReviewRequired();
  const [reviewerId, setReviewerId] = useState('');
  const [isBusy, setBusy] = useState(false);
  const templates = load.value ?? NO_TEMPLATES;
  const states = useTemplateStates(templates, forms);
  const chosenTemplate = templates.find(({ id }) => id === chosenId) ?? templates[0];
  const compiled = useMemo(() => {
    const parsed = chosenTemplate ? parseFormDefinition(chosenTemplate.definition, registry) : null;
    return parsed?.ok ? compileForm(parsed.value, registry) : null;
  }, [chosenTemplate, registry]);
  const isInstalled = chosenTemplate !== undefined && states.has(chosenTemplate.formKey);
  const install = async (template: AppTemplate): Promise<void> => {
    setBusy(true);
    try {
      if (isReviewRequired) {
        const documentCount = await requestTemplateReview(services, template, reviewerId);
        message.success(`“${template.name}”的 ${documentCount} 份文档已存为草稿并提交复核`);
        onCreated();
        onClose();
        return;
      }
      const sampleCount = await installTemplate(services, template, { includesSamples, parentId });
      message.success(`已采用“${template.name}”${sampleCount > 0 ? `，含 ${sampleCount} 条示例记录` : ''}`);
      onCreated();
      onOpen(template.formKey);
    } catch (error) {
      message.error(error instanceof TemplateImportError ? error.message : messageOf(error));
      // documents imported before the error remain, so the list of forms is reloaded
      onCreated();
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width="min(1160px, 96vw)"
      title="从模板新建"
      maskClosable={false}
      closable={!isBusy}
      keyboard={!isBusy}
      onCancel={onClose}
      footer={
        <Space wrap>
          {chosenTemplate && !isInstalled && isReviewRequired ? (
            <div className="dr-reviewer-line">
              <ReviewerChoice value={reviewerId} onChange={setReviewerId} />
            </div>
          ) : chosenTemplate && !isInstalled ? (
            <>
              <MenuGroupChoice parentId={parentId} onChange={setParentId} />
              {chosenTemplate.samples.length > 0 ? (
                <Checkbox checked={includesSamples} onChange={({ target }) => setIncludesSamples(target.checked)}>
                  带示例记录
                </Checkbox>
              ) : null}
            </>
          ) : null}
          <Button onClick={onClose} disabled={isBusy}>
            取消
          </Button>
          {chosenTemplate === undefined ? null : isInstalled ? (
            <Button type="primary" onClick={() => onOpen(chosenTemplate.formKey)}>
              打开“{chosenTemplate.name}”
            </Button>
          ) : (
            <Button
              type="primary"
              loading={isBusy}
              disabled={isReviewRequired === undefined || (isReviewRequired && reviewerId === '')}
              onClick={() => void install(chosenTemplate)}
            >
              {isReviewRequired ? `提交复核后采用“${chosenTemplate.name}”` : `采用“${chosenTemplate.name}”`}
            </Button>
          )}
        </Space>
      }
    >
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : chosenTemplate === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <div className="ds-gallery">
          <ul aria-label="模板">
            {templates.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  aria-pressed={template === chosenTemplate}
                  disabled={isBusy}
                  onClick={() => setChosenId(template.id)}
                >
                  <strong>
                    {template.name} <StateTag state={states.get(template.formKey)} />
                  </strong>
                  <span>{template.note}</span>
                  <small>{describeContents(template)}</small>
                </button>
              </li>
            ))}
          </ul>
          {/* the form must not use the grid of the canvas if the gallery is opened from the designer */}
          <GridSlot value={null}>
            <Preview key={chosenTemplate.id} compiled={compiled} fieldCount={0} isOutdated={false} config={null} />
          </GridSlot>
        </div>
      )}
    </Modal>
  );
}
