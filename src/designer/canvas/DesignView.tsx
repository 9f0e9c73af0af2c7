import { Alert, Empty, Segmented } from 'antd';
import { memo, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { isInFront } from '../../runtime/host/inFront.ts';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { Design } from './model/design.ts';
import { DesignerTour } from '../tour/DesignerTour.tsx';
import { DeviceChoice, type Device } from '../document/Device.tsx';
import { useScale } from '../document/useScale.ts';
import { walk, type CanvasDoc } from './model/nodes.ts';
import type { SurfaceProps } from './parts/Canvas.tsx';
import { Dragging } from './parts/Dragging.tsx';
import { EmptyCanvasContent } from './parts/emptyCanvasContent.ts';
import { Palette } from './parts/Palette.tsx';
import { UndoButtons } from './parts/UndoButtons.tsx';
import { useDesignValue, useDesignerContext } from './designerContext.ts';
import './canvas.css';

/**
 * Minimum canvas width in pixels for labels beside their controls. A narrower canvas has no room for three fields in a
 * row with such labels, so the labels are above the controls.
 */
const MIN_WIDTH_FOR_SIDE_LABELS = 760;

type Pane = 'canvas' | 'palette' | 'properties';

const isBroken = (design: Design) => design.get().isBroken;
const isOtherDialect = (design: Design) => design.get().isOtherDialect;
const announcementOf = (design: Design) => design.get().announcement;
/** Maximum number of nodes that the canvas renders. Rendering more nodes would block the page for many seconds. */
const MAX_RENDERED_NODES = 2000;

const isTooLargeByDoc = new WeakMap<CanvasDoc, boolean>();

function isTooLarge(design: Design): boolean {
  const doc = design.doc();
  const cached = isTooLargeByDoc.get(doc);
  if (cached !== undefined) return cached;
  let count = 0;
  for (const _located of walk(doc)) if ((count += 1) > MAX_RENDERED_NODES) break;
  isTooLargeByDoc.set(doc, count > MAX_RENDERED_NODES);
  return count > MAX_RENDERED_NODES;
}
const selectionSize = (design: Design) => design.selection().length;

/**
 * Returns true if the event comes from a text input, where Ctrl+Z must undo the typing and not the last edit of the
 * document. Returns false for check boxes, radio buttons and selects without a search term.
 */
function isTyping(target: EventTarget | null): boolean {
  const input = target instanceof HTMLElement ? target.closest('input, textarea, [contenteditable="true"]') : null;
  if (!(input instanceof HTMLInputElement)) return input !== null;
  if (input.type === 'checkbox' || input.type === 'radio') return false;
  return input.getAttribute('role') !== 'combobox' || input.value !== '';
}

/**
 * Announcement of the last edit. A separate component, so that a new text does not re-render the palette and the
 * canvas.
 */
const Announcement = () => (
  <output className="ds-said" aria-live="polite">
    {useDesignValue(announcementOf)}
  </output>
);

interface Props {
  /** Renders the document on the canvas. */
  surface: ComponentType<SurfaceProps>;
  /** The properties of the selected node. */
  panel: ReactNode;
  /** The device for which the document is rendered, selected above the canvas. */
  device?: Device;
  /** Called when the user selects another device. Absent if the device cannot be changed. */
  onDevice?(device: Device): void;
  /** Content of the canvas while the document is empty. */
  empty: ReactNode;
  problems: ReactNode;
}

/** The design view of a document: palette, canvas and the properties of the selected node. */
export const DesignView = memo(function DesignView(props: Props) {
  const { surface: Surface, panel, device = 'desktop', onDevice, empty, problems } = props;
  const { design, palette } = useDesignerContext();
  const view = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrowerThan(COMPACT_WIDTH);
  const [pane, setPane] = useState<Pane>('canvas');
  const isTextBroken = useDesignValue(isBroken);
  const willConvert = useDesignValue(isOtherDialect);
  const selectedCount = useDesignValue(selectionSize);
  const isHuge = useDesignValue(isTooLarge);
  const [stage, scale] = useScale(MIN_WIDTH_FOR_SIDE_LABELS);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      // editors in hidden tabs are still mounted and also receive the event
      if (!view.current || !isInFront(view.current, event.target)) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) design.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) design.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [design]);
  return (
    <div className="ds-design" ref={view} data-pane={isNarrow ? pane : 'all'}>
      {isNarrow ? (
        <Segmented<Pane>
          aria-label="显示哪一栏"
          block
          className="ds-design-panes"
          value={pane}
          onChange={setPane}
          options={[
            { label: '画布', value: 'canvas' },
            { label: palette.itemName, value: 'palette' },
            { label: selectedCount > 0 ? '属性 •' : '属性', value: 'properties' },
          ]}
        />
      ) : null}
      <Dragging canvas={canvas}>
        <Palette />
        <div className="ds-stage">
          <div className="ds-stage-bar">
            <UndoButtons />
            <Announcement />
            {onDevice ? <DeviceChoice label="画布的设备" value={device} onChange={onDevice} /> : null}
            <DesignerTour />
          </div>
          {isTextBroken ? (
            <Alert
              banner
              type="error"
              showIcon
              message="JSON 文本有误，画布显示最近一次正确的内容；请到 JSON 页改正后再在画布上修改"
            />
          ) : willConvert ? (
            <Alert banner type="info" showIcon message="此定义是其他写法；在画布上第一次修改时转为本系统的规范写法" />
          ) : null}
          <div className="ds-stage-scroll" ref={stage}>
            <EmptyCanvasContent value={empty}>
              {isHuge ? (
                <Empty description={`内容超过 ${MAX_RENDERED_NODES} 个元素，请在 JSON 页修改`} />
              ) : (
                <Surface canvasRef={canvas} hasTopLabels={scale < 1} device={device} />
              )}
            </EmptyCanvasContent>
          </div>
          {problems}
        </div>
        {panel}
      </Dragging>
    </div>
  );
});
