/** A card number that no simulator knows, so that each payment is another card. */
export const cardNumber = (serial: number): string => {
  const digits = `424200${String(serial).padStart(9, '0')}`;
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === (digits.length - 1) % 2 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
};
