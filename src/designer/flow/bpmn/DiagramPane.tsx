import {
  CompressOutlined,
  DownloadOutlined,
  RedoOutlined,
  UndoOutlined,
  UploadOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Space, Upload } from 'antd';
import { use, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { saveBlob } from '../../../api/saveBlob.ts';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { useKind } from '../../document/documentKind.ts';
import { ElementPanel } from '../panel/ElementPanel.tsx';
import { SettingsPane } from '../SettingsPane.tsx';
import { PartCountsContext, ShowCommentsContext } from '../../reviews/CommentsContext.tsx';
import { readXmlFile, UNREADABLE_FILE } from '../model/readXmlFile.ts';
import type { FlowText } from '../useFlowText.ts';
import { Diagram, type DiagramHandle, type Mark } from './Diagram.tsx';
import { applicantTaskId } from './applicant.ts';
import { createElementEdit } from './elementEdit.ts';
import { fitToViewport } from './fitToViewport.ts';
import type { DiagramElement } from './bpmnJsTypes.ts';

interface Props {
  flow: FlowText;
  marks: ReadonlyMap<string, Mark>;
  selectedId: string;
  onSelect(id: string): void;
  isNarrow: boolean;
  onImport(text: string): void;
}

const ZOOM_FACTOR = 1.25;
const MIN_ZOOM = 0.2;
const MAX_ZOOM = 4;
const saveText = (name: string, text: string, type: string): void => saveBlob(name, new Blob([text], { type }));

/** The diagram with its toolbar and the settings of the selected element. */
export function DiagramPane({ flow, marks, selectedId, onSelect, isNarrow, onImport }: Props) {
  const { nameIn } = useKind();
  const { message } = useFeedback();
  const diagram = useRef<DiagramHandle>(null);
  const [selectedShape, setSelectedShape] = useState<DiagramElement | null>(null);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  // renders the toolbar and the settings again after a change of the diagram
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const drawing = diagram.current?.drawing() ?? null;
  const commandStack = drawing?.get('commandStack');
  const countsByPart = use(PartCountsContext);
  const commentCounts = useMemo(
    () => new Map([...countsByPart].map(([part, count]) => [part.replace(/^element:/, ''), count])),
    [countsByPart],
  );
  const showComments = use(ShowCommentsContext);
  /** The id of the element to select when the diagram is drawn next; '' if there is none. */
  const idToShow = useRef(selectedId);
  /**
   * The id of the element that was selected before this pane was mounted. If the first selection here is this
   * element, the settings are not opened: on a phone they would cover the diagram at once.
   */
  const idSelectedBefore = useRef(selectedId);
  useEffect(() => {
    idToShow.current = selectedId;
    if (selectedId !== '' && selectedId !== selectedShape?.id) diagram.current?.show(selectedId);
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls only to a selection made outside the diagram
  }, [selectedId]);
  const zoom = (factor: number): void => {
    const canvas = drawing?.get('canvas');
    canvas?.zoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, canvas.zoom(undefined as never) * factor)), 'auto');
  };
  const name = nameIn(flow.text) ?? '流程';
  const exportFile = async (kind: 'bpmn' | 'svg'): Promise<void> => {
    try {
      if (kind === 'bpmn') saveText(`${name}.bpmn`, await flow.latest(), 'application/xml');
      else if (drawing) saveText(`${name}.svg`, (await drawing.saveSVG()).svg, 'image/svg+xml');
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <>
      <div className="fd-main">
        <div className="fd-tools">
          <Space wrap size={4}>
            <Button
              size="small"
              icon={<UndoOutlined />}
              disabled={!commandStack?.canUndo()}
              onClick={() => commandStack?.undo()}
              data-action="undo"
            >
              撤销
            </Button>
            <Button
              size="small"
              icon={<RedoOutlined />}
              disabled={!commandStack?.canRedo()}
              onClick={() => commandStack?.redo()}
              data-action="redo"
            >
              重做
            </Button>
            <Button
              size="small"
              icon={<ZoomOutOutlined />}
              aria-label="缩小"
              title="缩小"
              onClick={() => zoom(1 / ZOOM_FACTOR)}
              data-action="zoomOut"
            />
            <Button
              size="small"
              icon={<ZoomInOutlined />}
              aria-label="放大"
              title="放大"
              onClick={() => zoom(ZOOM_FACTOR)}
              data-action="zoomIn"
            />
            <Button
              size="small"
              icon={<CompressOutlined />}
              onClick={() => {
                if (drawing) fitToViewport(drawing);
              }}
              data-action="fit"
            >
              适合窗口
            </Button>
            <Upload
              accept=".bpmn,.xml,.bpmn20.xml,.bpmn2"
              showUploadList={false}
              beforeUpload={(file) => {
                readXmlFile(file).then(onImport, () => message.error(UNREADABLE_FILE));
                return false;
              }}
            >
              <Button size="small" icon={<UploadOutlined />} data-action="import">
                导入
              </Button>
            </Upload>
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'bpmn', label: 'BPMN 文件' },
                  { key: 'svg', label: '图片（SVG）' },
                ],
                onClick: ({ key }) => void exportFile(key as 'bpmn' | 'svg'),
              }}
            >
              <Button size="small" icon={<DownloadOutlined />} data-action="export">
                导出
              </Button>
            </Dropdown>
          </Space>
        </div>
        <Diagram
          ref={diagram}
          text={flow.text}
          marks={marks}
          commentCounts={commentCounts}
          onComments={(id) => {
            onSelect(id);
            showComments();
          }}
          onChange={(latest) => flow.change(() => latest)}
          onError={(detail) => message.error(detail)}
          onDrawn={() => {
            rerender();
            if (idToShow.current !== '') {
              const id = idToShow.current;
              idToShow.current = '';
              diagram.current?.show(id);
            }
          }}
          onSelect={(next) => {
            setSelectedShape(next);
            idToShow.current = '';
            onSelect(next.businessObject.$type === 'bpmn:Process' ? '' : next.id);
            if (next.businessObject.$type !== 'bpmn:Process' && next.id !== idSelectedBefore.current)
              setSettingsOpen(true);
            idSelectedBefore.current = '';
            rerender();
          }}
        />
      </div>
      <SettingsPane
        isNarrow={isNarrow}
        isOpen={isSettingsOpen && selectedShape !== null}
        onClose={() => setSettingsOpen(false)}
      >
        {drawing && selectedShape ? (
          <ElementPanel
            element={selectedShape.businessObject}
            applicantTaskId={applicantTaskId(drawing)}
            edit={createElementEdit(drawing, selectedShape)}
          />
        ) : null}
      </SettingsPane>
    </>
  );
}
