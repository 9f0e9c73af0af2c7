import '../runtime/popGate.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAhead } from './ahead.ts';
import { App } from './app.tsx';
import { composeProduct } from './compose.ts';
import { reportFailures } from './failures.ts';
import { meta } from './meta.ts';
import { NOT_KEPT, replaceRefusedStorage } from './pageStorage.ts';
import { giveStylesNonce } from './styleNonce.ts';

giveStylesNonce(document, meta('csp-nonce'));
const isForgetful = replaceRefusedStorage(window);
const product = composeProduct();
if (isForgetful && window.parent === window) product.notices.show('warning', NOT_KEPT, 'stays');
reportFailures(product.notices);
startAhead(product.session, product.screens, window.location.hash);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App product={product} />
  </StrictMode>,
);
