import { Alert, Empty, Segmented } from 'antd';
import { memo, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { COMPACT_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import type { Design } from './model/design.ts';
import { DesignerTour } from '../tour/DesignerTour.tsx';
import { DeviceChoice, type Device } from '../document/Device.tsx';
import { useScale } from '../document/useScale.ts';
import { walk, type FormDoc } from './model/nodes.ts';
import type { SurfaceProps } from './parts/Canvas.tsx';
import { Dragging } from './parts/Dragging.tsx';
import { EmptyRoot } from './parts/emptyRoot.ts';
import { Palette } from './parts/Palette.tsx';
import { UndoButtons } from './parts/UndoButtons.tsx';
import { useDesign, useDesigning } from './useDesign.ts';
import './canvas.css';

/** On a narrower canvas names stand above their controls: beside them nothing would be left of three in a row. */
const ROOMY = 760;

type Pane = 'canvas' | 'palette' | 'properties';

const isBroken = (design: Design) => design.get().isBroken;
const isConverted = (design: Design) => design.get().isConverted;
const said = (design: Design) => design.get().said;
/** A document of more nodes is not drawn: that would stop the page for many seconds. */
const SHOWN = 2000;

const sizes = new WeakMap<FormDoc, boolean>();

function isTooLarge(design: Design): boolean {
  const doc = design.doc();
  const known = sizes.get(doc);
  if (known !== undefined) return known;
  let seen = 0;
  for (const _placed of walk(doc)) if ((seen += 1) > SHOWN) break;
  sizes.set(doc, seen > SHOWN);
  return seen > SHOWN;
}
const count = (design: Design) => design.selection().length;

/** Where the keys of undo belong to what is typed, not to the document. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;

/** What the last edit did, in words. By itself: the palette and the canvas are not rendered again for it. */
const Said = () => (
  <output className="ds-said" aria-live="polite">
    {useDesign(said)}
  </output>
);

interface Props {
  /** Draws the document. */
  surface: ComponentType<SurfaceProps>;
  /** Properties of what is chosen. */
  panel: ReactNode;
  /** What the document is drawn for, as chosen above the canvas. */
  device?: Device;
  /** Absent: there is no choice. */
  onDevice?(device: Device): void;
  /** What the canvas shows while the document is empty. */
  empty: ReactNode;
  problems: ReactNode;
}

/** The document drawn, with the palette and the properties of what is chosen beside it. */
export const DesignView = memo(function DesignView(props: Props) {
  const { surface: Surface, panel, device = 'desktop', onDevice, empty, problems } = props;
  const { design, palette } = useDesigning();
  const canvas = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrower(COMPACT_WIDTH);
  const [pane, setPane] = useState<Pane>('canvas');
  const broken = useDesign(isBroken);
  const converted = useDesign(isConverted);
  const chosen = useDesign(count);
  const isHuge = useDesign(isTooLarge);
  const [stage, scale] = useScale(ROOMY);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
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
    <div className="ds-design" data-pane={isNarrow ? pane : 'all'}>
      {isNarrow ? (
        <Segmented<Pane>
          aria-label="显示哪一栏"
          block
          className="ds-design-panes"
          value={pane}
          onChange={setPane}
          options={[
            { label: '画布', value: 'canvas' },
            { label: palette.word, value: 'palette' },
            { label: chosen > 0 ? '属性 •' : '属性', value: 'properties' },
          ]}
        />
      ) : null}
      <Dragging canvas={canvas}>
        <Palette />
        <div className="ds-stage">
          <div className="ds-stage-bar">
            <UndoButtons />
            <Said />
            {onDevice ? <DeviceChoice label="画布的设备" value={device} onChange={onDevice} /> : null}
            <DesignerTour />
          </div>
          {broken ? (
            <Alert
              banner
              type="error"
              showIcon
              message="JSON 文本有误，画布显示最近一次正确的内容；请到 JSON 页改正后再在画布上修改"
            />
          ) : converted ? (
            <Alert banner type="info" showIcon message="此定义是其他写法；在画布上第一次修改时转为本系统的规范写法" />
          ) : null}
          <div className="ds-stage-scroll" ref={stage}>
            <EmptyRoot value={empty}>
              {isHuge ? (
                <Empty description={`内容超过 ${SHOWN} 个元素，请在 JSON 页修改`} />
              ) : (
                <Surface root={canvas} isTight={scale < 1} device={device} />
              )}
            </EmptyRoot>
          </div>
          {problems}
        </div>
        {panel}
      </Dragging>
    </div>
  );
});
