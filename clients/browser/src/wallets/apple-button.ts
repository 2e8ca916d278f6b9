/** Apple requires its own button: Safari draws it, and Apple's script provides an element for other browsers. Undefined if there is neither. */
export const appleButton = (color: string, onClick: () => void): HTMLElement | undefined => {
  const button = drawn(color) ?? brought(color);
  button?.addEventListener('click', onClick);
  return button;
};

const drawn = (color: string): HTMLElement | undefined => {
  if (!CSS.supports('-webkit-appearance', '-apple-pay-button')) return undefined;
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', 'Apple Pay');
  button.style.cssText = `-webkit-appearance:-apple-pay-button;-apple-pay-button-type:plain;-apple-pay-button-style:${color};width:100%;height:100%;cursor:pointer`;
  return button;
};

const brought = (color: string): HTMLElement | undefined => {
  if (!customElements.get('apple-pay-button')) return undefined;
  const button = document.createElement('apple-pay-button');
  for (const [name, value] of Object.entries({
    buttonstyle: color,
    type: 'plain',
    locale: navigator.language,
  }))
    button.setAttribute(name, value);
  button.style.cssText = '--apple-pay-button-width:100%;--apple-pay-button-height:48px';
  return button;
};
