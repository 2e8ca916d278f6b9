import type { challenge } from '../messages/en.ts';

type Hooks = {
  /** The customer has closed it. */
  readonly left: () => void;
  readonly wantsFullPage: () => void;
};

/** Without `allow-top-navigation`: neither the bank's page nor one in it can take the customer away from the shop's. */
const allowed = 'allow-scripts allow-same-origin allow-forms allow-popups';

/**
 * A dialog over the whole page with the bank's page in it, and a button that opens that in place of the shop's: nobody can see from outside whether a
 * bank's page works in a frame. Styled by script alone, which every policy of a page allows.
 */
export const createDialog = (
  url: string,
  words: typeof challenge,
  { left, wantsFullPage }: Hooks,
): { readonly close: () => void } => {
  const focused = document.activeElement;
  const dialog = make('dialog', dialogStyle);
  const panel = make('div', `${panelStyle}height:${innerWidth < 600 ? '100%' : 'min(100%,680px)'}`);
  const bar = make('div', barStyle);
  const heading = make('strong', 'flex:1 0 100%;font-weight:600;outline:none', words.title);
  heading.tabIndex = -1;
  const frame = make('iframe', 'flex:1;border:0;width:100%;background:#fff');
  frame.title = words.title;
  frame.setAttribute('sandbox', allowed);
  frame.allow = 'publickey-credentials-get *; payment *';
  frame.src = url;
  const back = make('button', buttonStyle, words.back);
  const full = make('button', buttonStyle, words.full_page);
  back.onclick = left;
  full.onclick = wantsFullPage;
  dialog.setAttribute('aria-label', words.title);
  dialog.oncancel = (event) => {
    event.preventDefault();
    left();
  };
  bar.append(heading, back, full);
  panel.append(bar, frame);
  dialog.append(panel);
  document.body.append(dialog);
  dialog.showModal();
  // On a button, the Enter that began the payment could press it.
  heading.focus();
  return {
    close: () => {
      dialog.remove();
      if (focused instanceof HTMLElement) focused.focus();
    },
  };
};

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
  text = '',
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  element.style.cssText = `box-sizing:border-box;font:16px/1.4 system-ui,sans-serif;${style}`;
  element.textContent = text;
  return element;
};

const dialogStyle =
  'pointer-events:auto;visibility:visible;position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;display:flex;align-items:center;justify-content:center;background:rgba(0,0,0,.6);color-scheme:light';
const panelStyle =
  'display:flex;flex-direction:column;width:min(100%,540px);background:#fff;color:#1a1a1a;overflow:hidden;';
const barStyle =
  'display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px;padding:12px;border-bottom:1px solid #ddd';
const buttonStyle =
  'padding:8px 12px;min-height:44px;border:1px solid #767676;border-radius:6px;background:#fff;color:#1a1a1a;cursor:pointer';
