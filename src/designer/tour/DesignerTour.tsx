import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Tour } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { COMPACT_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { useDesigning } from '../canvas/useDesign.ts';
import { tourSteps } from './tourSteps.ts';

const GUIDES = '/system/sys/user/guides';
const NOTE = '/system/sys/user/noteGuide';
const GUIDE = 'designer';
/** Milliseconds until the next step is rendered and can take the focus. */
const FOCUS_MS = 100;

const found = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/** The button of the designer's tour. The tour opens by itself for a person who has not seen it, except on a narrow page. */
export function DesignerTour() {
  const services = useServices();
  const { palette } = useDesigning();
  const isNarrow = useNarrower(COMPACT_WIDTH);
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNarrow) return undefined;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const seen = (await services.request({ url: GUIDES, method: 'GET', params: {} })) as readonly string[];
      if (isWanted && !seen.includes(GUIDE)) setOpen(true);
    };
    // if the request fails the tour stays closed; the button still opens it
    ask().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [services, isNarrow]);
  const close = useCallback((): void => {
    setOpen(false);
    setStep(0);
    services.system.quiet(NOTE, { guide: GUIDE }).catch(() => undefined);
    button.current?.focus();
  }, [services]);
  // focus moves to the buttons of each step; Escape closes the tour
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => found('.ant-tour-next-btn')?.focus(), FOCUS_MS);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, step, close]);
  return (
    <>
      <Button
        ref={button}
        size="small"
        type="text"
        className="ds-tour-button"
        icon={<QuestionCircleOutlined />}
        onClick={() => setOpen(true)}
        data-action="tour"
      >
        使用导览
      </Button>
      <Tour
        open={isOpen}
        current={step}
        onChange={setStep}
        onClose={close}
        steps={tourSteps(palette.itemName).map(({ at, placement, title, description }) => ({
          title,
          description,
          placement: isNarrow ? 'center' : placement,
          target: () => (isNarrow ? (null as unknown as HTMLElement) : (found(at) as HTMLElement)),
        }))}
      />
    </>
  );
}
