// Raised and lowered texts that touch a digit. Without its place, 10⁹ would be 109, and 2½ would be 21/2.

const wordAtStart = /^[\p{L}\p{N}]/u;

/** Where a raised text begins among the pieces of a text, and whether a slash follows it. */
type Raised = { readonly at: number; readonly isLowered: boolean; isBeforeSlash: boolean };

/** Sets raised texts apart from the digit before them, in the pieces of a text: `10^9`, but `2 1/2`. */
export class RaisedTexts {
  private raised: Raised | undefined;

  /** Begins a raised or lowered text. @param touchesDigit whether the last piece ends with a digit and nothing comes between. */
  begin(pieces: string[], { isLowered, touchesDigit }: { isLowered: boolean; touchesDigit: boolean }): void {
    this.separate(pieces, this.raised?.isBeforeSlash === true && isLowered);
    if (touchesDigit) this.raised = { at: pieces.length, isLowered, isBeforeSlash: false };
  }

  /** Decides about a raised text when the text after it is known. */
  follow(pieces: string[], text: string): void {
    if (this.raised === undefined || pieces.length === this.raised.at) return;
    if (/^[/⁄]$/.test(text)) this.raised.isBeforeSlash = true;
    else this.separate(pieces, this.raised.isBeforeSlash ? /^\d/.test(text) : /^[/⁄]\d/.test(text));
  }

  /** Decides about a raised text that nothing of its number follows. */
  end(pieces: string[]): void {
    this.separate(pieces, false);
  }

  /** Whether a raised text may still change its piece. */
  isUndecided(): boolean {
    return this.raised !== undefined;
  }

  private separate(pieces: string[], isFraction: boolean): void {
    if (this.raised === undefined) return;
    const { at, isLowered } = this.raised;
    this.raised = undefined;
    const isTouching = wordAtStart.test(pieces[at] ?? '') || /^[-−+]/.test(pieces[at] ?? '');
    if (isTouching) pieces[at] = `${isFraction || isLowered ? ' ' : '^'}${pieces[at]}`;
  }
}
