import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { createPicture, type Picture } from './createPicture.ts';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';

interface Props {
  progress: FlowProgress;
  selectedNodeId: string | null;
  onChoose(nodeId: string): void;
}

/** The BPMN diagram of the process, coloured by progress. Loaded on demand, because the diagram library is large. */
export function FlowDiagram({ progress, selectedNodeId, onChoose }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const latestOnChoose = useRef(onChoose);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    latestOnChoose.current = onChoose;
  }, [onChoose]);
  useEffect(() => {
    if (!container.current) return undefined;
    let isCurrent = true;
    const newPicture = createPicture(NavigatedViewer, container.current, {
      progress,
      onChoose: (id) => latestOnChoose.current(id),
    });
    setBroken(false);
    newPicture.open().then(
      () => {
        if (isCurrent) setPicture(newPicture);
      },
      () => {
        if (isCurrent) setBroken(true);
      },
    );
    return () => {
      isCurrent = false;
      setPicture(null);
      newPicture.close();
    };
  }, [progress]);
  useEffect(() => {
    picture?.select(selectedNodeId);
  }, [picture, selectedNodeId]);
  return (
    <div className="fp-diagram">
      {isBroken ? <Alert type="warning" showIcon message="流程图无法显示，办理情况见旁边的列表" /> : null}
      <div ref={container} className="fp-canvas" data-flow-diagram={picture ? 'ready' : 'loading'} />
      <div className="fp-zoom">
        <Button
          size="small"
          icon={<ZoomInOutlined />}
          aria-label="放大"
          disabled={!picture}
          onClick={() => picture?.zoom(1.25)}
          data-action="zoom-in"
        />
        <Button
          size="small"
          icon={<ZoomOutOutlined />}
          aria-label="缩小"
          disabled={!picture}
          onClick={() => picture?.zoom(0.8)}
          data-action="zoom-out"
        />
        <Button
          size="small"
          icon={<CompressOutlined />}
          aria-label="适应窗口"
          disabled={!picture}
          onClick={() => picture?.fit()}
          data-action="zoom-fit"
        />
      </div>
    </div>
  );
}
