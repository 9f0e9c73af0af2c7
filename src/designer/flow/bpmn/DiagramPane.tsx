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
import { saveBlob } from '../../../api/openFile.ts';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { useKind } from '../../document/documentKind.ts';
import { ElementPanel } from '../panel/ElementPanel.tsx';
import { SettingsSide } from '../SettingsSide.tsx';
import { CountsContext, ShowCommentsContext } from '../../reviews/CommentsContext.tsx';
import { readXmlFile } from '../model/readFile.ts';
import type { FlowText } from '../useFlowText.ts';
import { Diagram, type DiagramHandle, type Mark } from './Diagram.tsx';
import { applicantIn } from './applicant.ts';
import { editOf } from './edit.ts';
import { fit } from './fit.ts';
import type { Shape } from './library.ts';

interface Props {
  flow: FlowText;
  marks: ReadonlyMap<string, Mark>;
  selected: string;
  onSelect(id: string): void;
  isNarrow: boolean;
  onImport(text: string): void;
}

const STEP = 1.25;
const save = (name: string, text: string, type: string): void =>
  saveBlob({ fileName: name } as never, new Blob([text], { type }));

/** The diagram with its tools, and the settings of the selected element. */
export function DiagramPane({ flow, marks, selected, onSelect, isNarrow, onImport }: Props) {
  const { nameIn } = useKind();
  const { message } = useFeedback();
  const diagram = useRef<DiagramHandle>(null);
  const [shape, setShape] = useState<Shape | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawing = diagram.current?.drawing() ?? null;
  const stack = drawing?.get('commandStack');
  const counts = use(CountsContext);
  const comments = useMemo(
    () => new Map([...counts].map(([part, count]) => [part.replace(/^element:/, ''), count])),
    [counts],
  );
  const showComments = use(ShowCommentsContext);
  const wanted = useRef(selected);
  useEffect(() => {
    wanted.current = selected;
    if (selected !== '' && selected !== shape?.id) diagram.current?.show(selected);
    // oxlint-disable-next-line react/exhaustive-deps -- only what somebody else selected is brought into view
  }, [selected]);
  const zoom = (by: number): void => {
    const canvas = drawing?.get('canvas');
    canvas?.zoom(Math.min(4, Math.max(0.2, canvas.zoom(undefined as never) * by)), 'auto');
  };
  const name = nameIn(flow.text) ?? '流程';
  const give = async (kind: 'bpmn' | 'svg'): Promise<void> => {
    try {
      if (kind === 'bpmn') save(`${name}.bpmn`, await flow.latest(), 'application/xml');
      else if (drawing) save(`${name}.svg`, (await drawing.saveSVG()).svg, 'image/svg+xml');
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
              disabled={!stack?.canUndo()}
              onClick={() => stack?.undo()}
              data-action="undo"
            >
              撤销
            </Button>
            <Button
              size="small"
              icon={<RedoOutlined />}
              disabled={!stack?.canRedo()}
              onClick={() => stack?.redo()}
              data-action="redo"
            >
              重做
            </Button>
            <Button
              size="small"
              icon={<ZoomOutOutlined />}
              aria-label="缩小"
              title="缩小"
              onClick={() => zoom(1 / STEP)}
              data-action="zoomOut"
            />
            <Button
              size="small"
              icon={<ZoomInOutlined />}
              aria-label="放大"
              title="放大"
              onClick={() => zoom(STEP)}
              data-action="zoomIn"
            />
            <Button
              size="small"
              icon={<CompressOutlined />}
              onClick={() => {
                if (drawing) fit(drawing);
              }}
              data-action="fit"
            >
              适合窗口
            </Button>
            <Upload
              accept=".bpmn,.xml,.bpmn20.xml,.bpmn2"
              showUploadList={false}
              beforeUpload={(file) => {
                void readXmlFile(file).then(onImport);
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
                onClick: ({ key }) => void give(key as 'bpmn' | 'svg'),
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
          comments={comments}
          onComments={(id) => {
            onSelect(id);
            showComments();
          }}
          onChange={(latest) => flow.change(() => latest)}
          onFault={(detail) => message.error(detail)}
          onDrawn={() => {
            redraw();
            if (wanted.current !== '') {
              const first = wanted.current;
              wanted.current = '';
              diagram.current?.show(first);
            }
          }}
          onSelect={(next) => {
            setShape(next);
            wanted.current = '';
            onSelect(next.businessObject.$type === 'bpmn:Process' ? '' : next.id);
            if (next.businessObject.$type !== 'bpmn:Process') setOpen(true);
            redraw();
          }}
        />
      </div>
      <SettingsSide isNarrow={isNarrow} isOpen={isOpen && shape !== null} onClose={() => setOpen(false)}>
        {drawing && shape ? (
          <ElementPanel element={shape.businessObject} applicant={applicantIn(drawing)} edit={editOf(drawing, shape)} />
        ) : null}
      </SettingsSide>
    </>
  );
}
