import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Tour } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useDesignerContext } from '../canvas/designerContext.ts';
import { findOnVisiblePage } from '../document/findOnVisiblePage.ts';
import { tourSteps } from './tourSteps.ts';

const SEEN_TOURS_URL = '/system/sys/user/guides';
const MARK_SEEN_URL = '/system/sys/user/noteGuide';
/** Key of this tour in the list of seen tours on the server. */
const TOUR_KEY = 'designer';
/** Milliseconds until the next step is rendered and can be focused. */
const FOCUS_DELAY_MS = 100;

/**
 * The designer's tour and its button. The tour opens automatically for users who have not seen it, except on narrow
 * pages.
 */
export function DesignerTour() {
  const services = useServices();
  const { palette } = useDesignerContext();
  const isNarrow = useIsNarrowerThan(COMPACT_WIDTH);
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNarrow) return undefined;
    let isActive = true;
    const openIfUnseen = async (): Promise<void> => {
      const seenTours = (await services.request({
        url: SEEN_TOURS_URL,
        method: 'GET',
        params: {},
      })) as readonly string[];
      if (isActive && !seenTours.includes(TOUR_KEY)) setOpen(true);
    };
    // if the request fails the tour stays closed; the button still opens it
    openIfUnseen().catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [services, isNarrow]);
  const close = useCallback((): void => {
    setOpen(false);
    setStep(0);
    services.system.postInBackground(MARK_SEEN_URL, { guide: TOUR_KEY }).catch(() => undefined);
    button.current?.focus();
  }, [services]);
  // moves the focus to the buttons of each step; Escape closes the tour
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => findOnVisiblePage('.ant-tour-next-btn')?.focus(), FOCUS_DELAY_MS);
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
        steps={tourSteps(palette.itemName).map(({ selector, placement, title, description }) => ({
          title,
          description,
          placement: isNarrow ? 'center' : placement,
          target: () => (isNarrow ? (null as unknown as HTMLElement) : (findOnVisiblePage(selector) as HTMLElement)),
        }))}
      />
    </>
  );
}
