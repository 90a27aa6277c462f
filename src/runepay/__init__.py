"""What a Riftbound card costs, and a payment for it that is legal and provably best."""
