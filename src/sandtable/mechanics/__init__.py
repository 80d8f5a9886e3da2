"""What rulebooks share: functions that take numbers and values, with no book's words in them."""
